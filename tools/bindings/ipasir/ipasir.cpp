// IPASIR's functions. They have no error codes, so an error ends the program.
#include "tools/bindings/ipasir/ipasir.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "amorph/version.hpp"
#include "solver/sat/incremental/incremental.hpp"

namespace {

using amorph::sat::incremental_solver;
using amorph::sat::verdict;

incremental_solver& of(void* solver) { return *static_cast<incremental_solver*>(solver); }

template <class F> auto or_abort(F f) noexcept {
  try {
    return f();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "libamorph_ipasir: %s\n", e.what());
  }
  std::abort();
}

}  // namespace

extern "C" {

const char* ipasir_signature() { return "amorph-" AMORPH_VERSION; }

void* ipasir_init() {
  return or_abort([]() -> void* { return new incremental_solver; });
}
void ipasir_release(void* solver) { delete static_cast<incremental_solver*>(solver); }

void ipasir_add(void* solver, int lit_or_zero) {
  or_abort([&] { of(solver).add(lit_or_zero); });
}
void ipasir_assume(void* solver, int lit) {
  or_abort([&] { of(solver).assume(lit); });
}

int ipasir_solve(void* solver) {
  const verdict found = or_abort([&] { return of(solver).solve(); });
  return found == verdict::satisfiable ? 10 : found == verdict::unsatisfiable ? 20 : 0;
}
int ipasir_val(void* solver, int lit) {
  return or_abort([&] { return of(solver).is_true(lit) ? lit : -lit; });
}
int ipasir_failed(void* solver, int lit) {
  return or_abort([&] { return of(solver).failed(lit) ? 1 : 0; });
}

void ipasir_set_terminate(void* solver, void* state, int (*terminate)(void*)) {
  or_abort([&] {
    if (terminate == nullptr) return of(solver).on_terminate({});
    of(solver).on_terminate([state, terminate] { return terminate(state) != 0; });
  });
}
void ipasir_set_learn(void* solver, void* state, int max_length, void (*learn)(void*, int*)) {
  or_abort([&] {
    if (learn == nullptr) return of(solver).on_learn(0, {});
    of(solver).on_learn(max_length, [state, learn](int* clause) { learn(state, clause); });
  });
}

}  // extern "C"
