#include "partitioner/metis/boundary.hpp"

#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include "amorph/kernels/base/byte_text.hpp"

namespace amorph::metis {
namespace {

[[noreturn]] void refuse(const char* name, const char* expected, std::string_view found) {
  throw environment_error(status::bad_input,
                          "$" + std::string(name) + ": expected " + expected + ", found '" + std::string(found) + "'");
}

// Calls take(value) if the variable is set and not empty; false: the value is not what was expected.
template <class Take> void read(const char* name, const char* expected, Take take) {
  if (const char* value = std::getenv(name); value != nullptr && *value != 0 && !take(std::string_view(value)))
    refuse(name, expected, value);
}

template <class T> bool store(const std::optional<T>& value, T& to) {
  if (value) to = *value;
  return value.has_value();
}

template <class T> auto number_up_to(T& to, T high) {
  return [&to, high](std::string_view text) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    return code == std::errc() && end == text.data() + text.size() && to >= 0 && to <= high;
  };
}

}  // namespace

void warn_once(const char* line) noexcept try {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::scoped_lock lock(mutex);
  if (*line != 0 && printed.insert(line).second) std::fprintf(stderr, "libamorph_metis: %s\n", line);
} catch (const std::exception&) {
  // Out of memory: a missing warning is no reason to fail.
}

environment read_environment() {
  environment e;
  read("AMORPH_METIS_ENGINE", "amorph or metis", [&](auto text) { return store(parse_engine(text), e.engine); });
  read("AMORPH_BACKEND", "auto, cpu or cuda", [&](auto text) { return store(parse_backend(text), e.backend); });
  read("AMORPH_DEVICE", "a number 0 .. 1023", number_up_to(e.device, 1023));
  read("AMORPH_THREADS", "a number 0 .. 4096", number_up_to(e.threads, 4096U));
  read("AMORPH_MEMORY_LIMIT", expected_bytes, [&](auto text) { return store(parse_bytes(text), e.memory_limit); });
  return e;
}

}  // namespace amorph::metis
