#include "partitioner/metis/boundary.hpp"

#include <charconv>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace amorph::metis {
namespace {

[[noreturn]] void refuse(const char* name, const char* expected, std::string_view found) {
  throw surroundings_error(status::bad_input,
                           "$" + std::string(name) + ": expected " + expected + ", found '" + std::string(found) + "'");
}

}  // namespace

void tell_once(const char* line) noexcept try {
  static std::mutex gate;
  static std::set<std::string> told;
  const std::scoped_lock lock(gate);
  if (*line != 0 && told.insert(line).second) std::fprintf(stderr, "libamorph_metis: %s\n", line);
} catch (const std::exception&) {
  // It was not important enough to fail for.
}

surroundings read_surroundings() {
  surroundings s;
  if (const char* word = std::getenv("AMORPH_METIS_ENGINE"); word != nullptr && *word != 0) {
    const auto who = parse_engine(word);
    if (!who) refuse("AMORPH_METIS_ENGINE", "amorph or metis", word);
    s.who = *who;
  }
  if (const char* word = std::getenv("AMORPH_BACKEND"); word != nullptr && *word != 0) {
    const auto where = parse_backend(word);
    if (!where) refuse("AMORPH_BACKEND", "auto, cpu or cuda", word);
    s.where = *where;
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
