#include "solver/sat/satisfy.hpp"

#include <algorithm>
#include <limits>

#include "tools/libamorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

sat::formula formula_of(const amorph_formula& f) {
  if (f.variables > std::numeric_limits<std::int32_t>::max())
    refuse("expected at most 2147483647 variables, found " + std::to_string(f.variables));
  sat::formula all;
  all.variables = f.variables;
  if (f.clauses == 0) return all;
  require(f.clause_begin, "clause offsets");
  const std::uint64_t count = f.clause_begin[f.clauses];
  if (count != 0) require(f.literals, "literals");
  all.clause_begin.resize(f.clauses + 1);
  std::copy(f.clause_begin, f.clause_begin + f.clauses + 1, all.clause_begin.begin());
  all.literals.resize(count);
  for (std::uint64_t i = 0; i != count; ++i) {
    const std::int64_t l = f.literals[i], v = l < 0 ? -l : l;
    if (v == 0 || v > f.variables)
      refuse("expected a literal of a variable 1 .. " + std::to_string(f.variables) + ", found " + std::to_string(l));
    all.literals[i] = sat::make_literal(static_cast<std::uint32_t>(v - 1), l < 0);
  }
  return all;
}

}  // namespace

extern "C" amorph_status amorph_sat(amorph_context* context, const amorph_formula* formula,
                                    const amorph_sat_options* options, amorph_verdict* verdict, unsigned char* model) {
  return run([&] {
    require(context, "a context");
    require(verdict, "a place for the verdict");
    const sat::formula f = formula_of(require_struct(formula, "formula"));
    const amorph_sat_options o = read_struct(options, "amorph_sat_options");
    if (f.variables != 0) require(model, "a place for the model");
    if (o.method < AMORPH_SAT_AUTO || o.method > AMORPH_SAT_COMPLETE)
      refuse("expected a method 0 .. 3, found " + std::to_string(o.method));
    sat::satisfy_options all;
    all.run = context->run;
    all.method = static_cast<sat::method>(o.method);
    all.seed = o.seed;
    all.max_flips = o.max_flips;
    const sat::satisfy_result r = sat::satisfy(f, all);
    *verdict = r.found == sat::verdict::satisfiable     ? AMORPH_SATISFIABLE
               : r.found == sat::verdict::unsatisfiable ? AMORPH_UNSATISFIABLE
                                                        : AMORPH_UNKNOWN;
    if (r.found == sat::verdict::satisfiable)
      std::transform(r.model.begin(), r.model.end(), model,
                     [](sat::truth t) -> unsigned char { return t == sat::truth::yes ? 1 : 0; });
  });
}
