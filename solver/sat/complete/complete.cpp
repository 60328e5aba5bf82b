#include "solver/sat/complete/complete.hpp"

#include <atomic>
#include <limits>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"

#ifdef AMORPH_CADICAL
#include <cadical.hpp>
#endif

namespace amorph::sat {

#ifdef AMORPH_CADICAL
namespace {

int dimacs(literal l) {
  const int variable = static_cast<int>(variable_of(l)) + 1;
  return negated(l) ? -variable : variable;
}

struct terminator : CaDiCaL::Terminator {
  explicit terminator(const run_options& options) : run(options) {}
  bool terminate() override { return run.stop_requested(); }
  const run_options& run;
};

constexpr int at_most_int(std::uint64_t n) {
  constexpr std::uint64_t maximum = std::numeric_limits<int>::max();
  return static_cast<int>(n < maximum ? n : maximum);
}

}  // namespace

bool has_complete() noexcept { return true; }

const char* complete_name() noexcept { return "CaDiCaL"; }

complete_result complete(const formula& f, const complete_options& options) {
  check_formula(f);
  const stopwatch solving;
  complete_result result;
  terminator stop(options.run);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  if (options.seed != 0) solver.set("seed", static_cast<int>(options.seed & 0x7fffffff));
  solver.connect_terminator(&stop);
  bool stopped = false;
  for (std::uint64_t c = 0; c != f.clauses() && !stopped; ++c) {
    for (const literal l : f.clause(c)) solver.add(dimacs(l));
    solver.add(0);
    stopped = c % 65536 == 65535 && stop.terminate();
  }
  if (options.conflicts != 0) solver.limit("conflicts", at_most_int(options.conflicts));
  const int code = stopped ? 0 : solver.solve();
  if (code == 20) result.found = verdict::unsatisfiable;
  if (code == 10) {
    result.found = verdict::satisfiable;
    result.model.assign(f.variables, truth::no);
    const auto known = static_cast<std::uint32_t>(solver.vars());  // variables after the last one that occurs are not
    for (std::uint32_t v = 0; v != f.variables && v != known; ++v)
      if (solver.val(static_cast<int>(v) + 1) > 0) result.model[v] = truth::yes;
  }
  solver.disconnect_terminator();
  result.ms = solving.ms();
  return result;
}

#else

bool has_complete() noexcept { return false; }

const char* complete_name() noexcept {
  return "this build has no complete solver: CaDiCaL (libcadical-dev) is missing";
}

complete_result complete(const formula& f, const complete_options&) {
  check_formula(f);
  throw error(status::bad_input, complete_name());
}

#endif

}  // namespace amorph::sat
