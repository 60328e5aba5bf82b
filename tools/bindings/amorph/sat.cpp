// Satisfiability in the C interface: a formula, at once or kept in a context.
#include "solver/sat/resident_formula.hpp"
#include "solver/sat/satisfy.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "tools/bindings/amorph/handles.hpp"
#include "tools/bindings/amorph/proof_file.hpp"

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

sat::satisfy_options options_of(const amorph_sat_options& o, const run_options& run) {
  if (o.method < AMORPH_SAT_AUTO || o.method > AMORPH_SAT_HYBRID)
    refuse("expected a method 0 .. 4, found " + std::to_string(o.method));
  sat::satisfy_options all;
  all.run = run;
  all.method = static_cast<sat::method>(o.method);
  all.seed = o.seed;
  all.max_flips = o.max_flips;
  all.walkers = o.walkers;
  all.attempts = o.attempts;
  return all;
}

template <class Formula>
sat::satisfy_result search(const Formula& f, const amorph_sat_options& o, const run_options& run) {
  sat::satisfy_options options = options_of(o, run);
  proof_file proof(o);
  options.proof = proof.log();
  sat::satisfy_result r = sat::satisfy(f, options);
  if (r.found == sat::verdict::unsatisfiable) proof.keep();
  return r;
}

// Writes the verdict, and the model if there is one.
void answer(const sat::satisfy_result& r, amorph_verdict* verdict, unsigned char* model) {
  *verdict = r.found == sat::verdict::satisfiable     ? AMORPH_SATISFIABLE
             : r.found == sat::verdict::unsatisfiable ? AMORPH_UNSATISFIABLE
                                                      : AMORPH_UNKNOWN;
  if (r.found == sat::verdict::satisfiable)
    std::transform(r.model.begin(), r.model.end(), model,
                   [](sat::truth t) -> unsigned char { return t == sat::truth::yes ? 1 : 0; });
}

}  // namespace

struct amorph_kept_formula {
  amorph_kept_formula(amorph_context& context, sat::formula given)
      : in(context), formula(std::move(given)), resident(*context.kept, formula) {}

  amorph_context& in;
  const sat::formula formula;
  const sat::resident_formula resident;
};

extern "C" {

amorph_status amorph_sat(amorph_context* context, const amorph_formula* formula, const amorph_sat_options* options,
                         amorph_verdict* verdict, unsigned char* model) {
  return run([&] {
    require(context, "a context");
    require(verdict, "a place for the verdict");
    const sat::formula f = formula_of(require_struct(formula, "formula"));
    const amorph_sat_options o = read_struct(options, "amorph_sat_options");
    if (f.variables != 0) require(model, "a place for the model");
    answer(search(f, o, context->run), verdict, model);
  });
}

amorph_status amorph_formula_keep(amorph_context* context, const amorph_formula* formula, amorph_kept_formula** kept) {
  return run([&] {
    require(context, "a context");
    require(kept, "a place for the kept formula");
    *kept = new amorph_kept_formula(*context, formula_of(require_struct(formula, "formula")));
  });
}
amorph_status amorph_formula_solve(const amorph_kept_formula* kept, const amorph_sat_options* options,
                                   amorph_verdict* verdict, unsigned char* model) {
  return run([&] {
    require(kept, "a kept formula");
    require(verdict, "a place for the verdict");
    const amorph_sat_options o = read_struct(options, "amorph_sat_options");
    if (kept->formula.variables != 0) require(model, "a place for the model");
    answer(search(kept->resident, o, kept->in.run), verdict, model);
  });
}
void amorph_formula_forget(amorph_kept_formula* kept) { delete kept; }

}  // extern "C"
