// Unit propagation and pure literal elimination (as in any SAT solver; Biere et al., Handbook of Satisfiability, 2021),
// parallel over clauses. The first rounds visit all clauses on all threads: a random formula has three or four rounds
// of pure literals. A formula with long chains of units continues with occurrence lists and a queue, which take longer
// to build and then touch only what changes. Both do the same rounds, so the result is the same.
#include "solver/sat/formula/simplify.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/dispatch.hpp"
#include "solver/sat/formula/simplify/phases.hpp"

namespace amorph::sat {

simplified simplify(const formula& f, span<const truth> assumed, const simplify_options& options) {
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  return simplify(exec, f, assumed, options);
}

simplified simplify(cpu_exec& exec, const formula& f, span<const truth> assumed, const simplify_options& options) {
  check_formula(f);
  const bool values = !assumed.empty();
  if (values && assumed.size() != f.variables)
    throw error(status::bad_input, "expected a value for each of " + std::to_string(f.variables) +
                                       " variables, found " + std::to_string(assumed.size()));
  simplification::state s(exec, f);
  if (values)
    s.result.fixed.assign(assumed.begin(), assumed.end());
  else
    s.result.fixed.assign(f.variables, truth::unknown);
  {
    simplification::unit_clauses units(s);
    const bool clean = units.find(values);
    if (!options.copy && !options.pure && !options.duplicates && !values && clean && !s.contradiction &&
        !units.found()) {
      s.result.unchanged = true;
      return std::move(s.result);
    }
    if (!s.contradiction) units.propagate();
  }
  if (!s.contradiction && options.duplicates) drop_duplicates(s);
  if (!s.contradiction && options.pure) assign_pure_literals(s, options.pure_rounds);
  if (s.contradiction) {
    simplified none;
    none.contradiction = true;
    return none;
  }
  pack(s);
  return std::move(s.result);
}

std::vector<truth> simplified::extend(span<const truth> model) const {
  const std::size_t expected = unchanged ? fixed.size() : variable_of.size();
  if (contradiction || model.size() != expected)
    throw error(status::bad_input, "expected a model of " + std::to_string(expected) + " variables, found " +
                                       std::to_string(model.size()) + (contradiction ? ", of a contradiction" : ""));
  std::vector<truth> whole(fixed);
  for (std::size_t v = 0; v != model.size(); ++v) whole[unchanged ? v : variable_of[v]] = model[v];
  std::replace(whole.begin(), whole.end(), truth::unknown, truth::no);
  return whole;
}

}  // namespace amorph::sat
