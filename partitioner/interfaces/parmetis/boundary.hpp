// Shared by all functions of the library: exceptions become METIS's codes on every process; the report.
#pragma once

#include "partitioner/interfaces/parmetis/communicator.hpp"
#include "partitioner/interfaces/parmetis/parmetis.h"

namespace amorph::parmetis {

// What amorph_parmetis_report() returns, cut off at its end if long.
void set_report(const char* function, const char* text) noexcept;
// Prints the report on the root's stdout if a debug level is asked for.
void print_report(const communicator& c, idx_t debug_level) noexcept;

// Runs f(communicator) on a communicator of its own.
int code_of_failure(const char* function) noexcept;  // within a catch block
template <class F> int as_metis_code(const char* function, const MPI_Comm* comm, F f) noexcept {
  try {
    if (comm == nullptr) throw error(status::bad_input, "comm is null");
    const communicator c(*comm);
    f(c);
    return METIS_OK;
  } catch (...) {
    return code_of_failure(function);
  }
}

}  // namespace amorph::parmetis
