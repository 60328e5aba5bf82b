#include "partitioner/interfaces/parmetis/boundary.hpp"

#include <cstdio>

namespace amorph::parmetis {
namespace {
thread_local char report[300] = "";  // no string: a thread's destructors need memory to be registered
}

void set_report(const char* function, const char* text) noexcept {
  std::snprintf(report, sizeof report, "%s: %s", function, text);
}

void print_report(const communicator& c, idx_t debug_level) noexcept {
  if (debug_level == 0 || !c.is_root()) return;
  std::printf("%s\n", report);
  std::fflush(stdout);
}

int code_of_failure(const char* function) noexcept {
  try {
    throw;
  } catch (const error& e) {
    set_report(function, e.what());
    if (e.code() == status::bad_input) return METIS_ERROR_INPUT;
    if (e.code() == status::out_of_memory) return METIS_ERROR_MEMORY;
    return METIS_ERROR;
  } catch (const std::bad_alloc&) {
    set_report(function, "out of memory");
    return METIS_ERROR_MEMORY;
  } catch (const std::exception& e) {
    set_report(function, e.what());
    return METIS_ERROR;
  } catch (...) {
    set_report(function, "unknown failure");
    return METIS_ERROR;
  }
}

}  // namespace amorph::parmetis

extern "C" const char* amorph_parmetis_report(void) { return amorph::parmetis::report; }
