// Satisfiability in the C interface: a solver that clauses are added to between searches.
#include <cstdlib>
#include <limits>
#include <memory>

#include "solver/sat/incremental/incremental.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

struct amorph_solver {
  amorph_solver(const run_options& run, std::uint64_t seed) : incremental({run, seed}) {
    incremental.on_terminate([run] { return run.stop_requested(); });
  }
  sat::incremental_solver incremental;
};

namespace {

bool is_literal(std::int32_t l) { return l != 0 && l != std::numeric_limits<std::int32_t>::min(); }

}  // namespace

extern "C" {

amorph_status amorph_solver_create(amorph_context* context, uint64_t seed, amorph_solver** solver) {
  return run([&] {
    require(context, "a context");
    require(solver, "a place for the solver");
    *solver = new amorph_solver(context->run, seed);
  });
}
void amorph_solver_destroy(amorph_solver* solver) { delete solver; }

amorph_status amorph_solver_add(amorph_solver* solver, const int32_t* literals, size_t count) {
  return run([&] {
    require(solver, "a solver");
    if (count == 0) return;
    require(literals, "literals");
    for (std::size_t i = 0; i != count; ++i)
      if (literals[i] != 0 && !is_literal(literals[i]))
        refuse("expected a literal between -2147483647 and 2147483647, found " + std::to_string(literals[i]));
    if (literals[count - 1] != 0) refuse("expected a 0 after the last clause");
    solver->incremental.add(span<const std::int32_t>(literals, count));
  });
}

amorph_status amorph_solver_solve(amorph_solver* solver, const int32_t* assumptions, size_t count,
                                  amorph_verdict* verdict) {
  return run([&] {
    require(solver, "a solver");
    require(verdict, "a place for the verdict");
    if (count != 0) require(assumptions, "assumptions");
    for (std::size_t i = 0; i != count; ++i)
      if (!is_literal(assumptions[i])) refuse("expected a literal, found " + std::to_string(assumptions[i]));
    const sat::verdict found = solver->incremental.solve(span<const std::int32_t>(assumptions, count));
    *verdict = found == sat::verdict::satisfiable     ? AMORPH_SATISFIABLE
               : found == sat::verdict::unsatisfiable ? AMORPH_UNSATISFIABLE
                                                      : AMORPH_UNKNOWN;
  });
}

int32_t amorph_solver_value(const amorph_solver* solver, int32_t literal) {
  return solver != nullptr && is_literal(literal) && solver->incremental.is_true(literal) ? 1 : 0;
}
int32_t amorph_solver_failed(const amorph_solver* solver, int32_t literal) {
  return solver != nullptr && is_literal(literal) && solver->incremental.failed(literal) ? 1 : 0;
}

}  // extern "C"
