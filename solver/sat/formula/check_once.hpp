// check_formula(), once for a formula that is resident in the run's context.
#pragma once

#include "amorph/kernels/random/hash.hpp"
#include "solver/run/context.hpp"
#include "solver/run/options.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

inline void check_formula(const formula& f, const run_options& run) {
  const void *const literals = f.literals.data(), *const begin = f.clause_begin.data();
  if (run.context == nullptr || !run.context->holds(literals) || !run.context->holds(begin)) return check_formula(f);
  std::uint64_t key = f.variables;
  for (const std::uint64_t part :
       {run.context->number(literals), run.context->number(begin), std::uint64_t{f.literals.size()}, f.clauses()})
    key = hash(key ^ part);
  (void)run.context->once(literals, key, [&]() -> std::uint64_t {
    check_formula(f);
    return 1;
  });
}

}  // namespace amorph::sat
