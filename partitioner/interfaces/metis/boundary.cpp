#include "partitioner/interfaces/metis/boundary.hpp"

#include <mutex>
#include <set>

#include "partitioner/interfaces/preset_variable.hpp"

namespace amorph::metis {

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
  static_cast<run_options&>(e) = read_run_environment();
  read_preset("AMORPH_METIS_PRESET", e.preset);
  return e;
}

}  // namespace amorph::metis
