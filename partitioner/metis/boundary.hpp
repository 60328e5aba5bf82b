// What every function of the library has in common: exceptions become METIS's codes, and the environment says what runs.
#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "partitioner/metis/engine.hpp"
#include "partitioner/metis/metis.h"
#include "partitioner/metis/metis_library.hpp"

namespace amorph::metis {

// From the environment, since METIS's functions have no argument for it; read at each call.
struct surroundings {
  engine who = engine::amorph;         // $AMORPH_METIS_ENGINE: amorph, metis
  backend where = backend::automatic;  // $AMORPH_BACKEND: auto, cpu, cuda
  unsigned threads = 0;                // $AMORPH_THREADS: 0 is all
};
[[nodiscard]] surroundings read_surroundings();  // throws surroundings_error (bad_input)

// Negative sizes end as METIS ends when it asks for that much memory.
inline void require_size(idx_t value, const char* name) {
  if (value < 0) throw error(status::out_of_memory, std::string(name) + " is negative");
}
template <class T> const T& dereference(const T* p, const char* name) {
  if (p == nullptr) throw error(status::bad_input, std::string(name) + " is null");
  return *p;
}

// One line on stderr, the first time that there is this to tell: that METIS did what Amorph was asked to do, that a
// device's memory does not suffice; or what surrounds the program does not let a function run: METIS's library is needed
// and not there, a variable of the environment makes no sense, the backend that it asks for is absent. A program that gets
// a bare code has nothing to go by. "" is nothing.
void tell_once(const char* line) noexcept;

// The environment's fault, and none of the call's arguments.
struct surroundings_error : error {
  using error::error;
};

// Runs f and turns what it throws into METIS's codes. A library prints nothing of its callers' mistakes:
// only with METIS_DBG_INFO does the reason go to stdout, where METIS has it.
template <class F> int as_metis_code(const char* function, const idx_t* options, F f) noexcept {
  auto tell = [&](const char* why) {
    const idx_t level = options == nullptr || options[METIS_OPTION_DBGLVL] == -1 ? 0 : options[METIS_OPTION_DBGLVL];
    if ((level & METIS_DBG_INFO) != 0) std::printf("%s: %s\n", function, why);
  };
  try {
    f();
    return METIS_OK;
  } catch (const surroundings_error& e) {
    tell_once(e.what());
    return METIS_ERROR_INPUT;
  } catch (const error& e) {
    tell(e.what());
    if (e.code() == status::no_device) tell_once(e.what());
    if (e.code() == status::bad_input) return METIS_ERROR_INPUT;
    if (e.code() == status::out_of_memory) return METIS_ERROR_MEMORY;
    return METIS_ERROR;
  } catch (const std::bad_alloc&) {
    tell("out of memory");
    return METIS_ERROR_MEMORY;
  } catch (const std::exception& e) {
    tell(e.what());
    return METIS_ERROR;
  } catch (...) {
    return METIS_ERROR;
  }
}

}  // namespace amorph::metis
