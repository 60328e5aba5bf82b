#include "partitioner/metis/boundary.hpp"

#include <charconv>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace amorph::metis {
namespace {

[[noreturn]] void refuse(const char* name, const char* expected, std::string_view found) {
  throw environment_error(status::bad_input,
                          "$" + std::string(name) + ": expected " + expected + ", found '" + std::string(found) + "'");
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
  environment s;
  if (const char* word = std::getenv("AMORPH_METIS_ENGINE"); word != nullptr && *word != 0) {
    const auto engine = parse_engine(word);
    if (!engine) refuse("AMORPH_METIS_ENGINE", "amorph or metis", word);
    s.engine = *engine;
  }
  if (const char* word = std::getenv("AMORPH_BACKEND"); word != nullptr && *word != 0) {
    const auto backend = parse_backend(word);
    if (!backend) refuse("AMORPH_BACKEND", "auto, cpu or cuda", word);
    s.backend = *backend;
  }
  if (const char* word = std::getenv("AMORPH_THREADS"); word != nullptr && *word != 0) {
    const std::string_view text(word);
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), s.threads);
    if (code != std::errc() || end != text.data() + text.size() || s.threads > 4096)
      refuse("AMORPH_THREADS", "a number 0 .. 4096", text);
  }
  return s;
}

}  // namespace amorph::metis
