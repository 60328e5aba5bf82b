// Shared by all functions of the library: exceptions become METIS's codes, and environment variables select
// the backend and the number of threads.
#pragma once

#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/metis.h"
#include "solver/run/environment.hpp"

namespace amorph::metis {

// Environment variables, because METIS's functions have no arguments for these settings. Read at each call.
struct environment : run_options {
  partition::preset preset = partition::preset::standard;  // $AMORPH_METIS_PRESET: fast, default, quality
};
[[nodiscard]] environment read_environment();  // throws environment_error (bad_input)

// METIS reports negative sizes as a lack of memory; so do we.
inline void require_size(idx_t value, const char* name) {
  if (value < 0) throw error(status::out_of_memory, std::string(name) + " is negative");
}
template <class T> const T& dereference(const T* p, const char* name) {
  if (p == nullptr) throw error(status::bad_input, std::string(name) + " is null");
  return *p;
}

// Prints a warning on stderr, each distinct line once per process; "" prints nothing. For events without a METIS code:
// the CPU computed instead of the device, an environment variable is invalid, or the requested backend is not
// available.
void warn_once(const char* line) noexcept;

// Runs f and converts its exceptions to METIS's codes. Argument errors are printed only with METIS_DBG_INFO, and on
// stdout, as METIS does.
template <class F> int as_metis_code(const char* function, const idx_t* options, F f) noexcept {
  auto report = [&](const char* reason) {
    const idx_t level = options == nullptr || options[METIS_OPTION_DBGLVL] == -1 ? 0 : options[METIS_OPTION_DBGLVL];
    if ((level & METIS_DBG_INFO) != 0) std::printf("%s: %s\n", function, reason);
  };
  try {
    f();
    return METIS_OK;
  } catch (const environment_error& e) {
    warn_once(e.what());
    return METIS_ERROR_INPUT;
  } catch (const error& e) {
    report(e.what());
    if (e.code() == status::no_device) warn_once(e.what());
    if (e.code() == status::bad_input) return METIS_ERROR_INPUT;
    if (e.code() == status::out_of_memory) return METIS_ERROR_MEMORY;
    return METIS_ERROR;
  } catch (const std::bad_alloc&) {
    report("out of memory");
    return METIS_ERROR_MEMORY;
  } catch (const std::exception& e) {
    report(e.what());
    return METIS_ERROR;
  } catch (...) {
    return METIS_ERROR;
  }
}

}  // namespace amorph::metis
