#include "solver/sat/formula/prepared.hpp"

#include <algorithm>
#include <utility>

#include "solver/run/dispatch.hpp"
#include "solver/sat/formula/order.hpp"

namespace amorph::sat {
namespace {

// The formula over the variables that occur, which `used` lists.
formula without_gaps(const formula& f, std::vector<std::uint32_t>& used) {
  for (const literal l : f.literals) used.push_back(variable_of(l));
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  formula g;
  g.variables = static_cast<std::uint32_t>(used.size());
  g.clause_begin = f.clause_begin;
  for (const literal l : f.literals) {
    const auto at = std::lower_bound(used.begin(), used.end(), variable_of(l));
    g.literals.push_back(make_literal(static_cast<std::uint32_t>(at - used.begin()), negated(l)));
  }
  return g;
}

}  // namespace

prepared_formula::prepared_formula(const formula& f, context* in) : f_(f), in_(in) {
  check_formula(f);
  sparse_ = f.variables / 4 > f.literals.size();
  if (sparse_) dense_ = without_gaps(f, used_);
  random_ = sat::looks_random(searched());
}

std::uint64_t prepared_formula::simplification_bytes(bool all) const {
  const formula& f = searched();
  return 2 * std::uint64_t{f_.variables} + (all ? 51 : 4) * std::uint64_t{f.variables} + (all ? 25 : 1) * f.clauses() +
         (all ? 12 : 0) * f.literals.size();
}

bool prepared_formula::orders(bool all, std::uint64_t limit) const {
  const formula& f = searched();
  if (all || !random_ || f.literals.size() < literals_beyond_cache) return false;
  return limit == 0 || simplification_bytes(all) + order_bytes(f) <= limit;
}

const prepared_formula::simpler& prepared_formula::simplified(bool all, const run_options& run) {
  const std::lock_guard lock(mutex_);
  const bool ordered = orders(all, run.memory_limit);
  std::unique_ptr<simpler>& known = of_[all ? 2 : ordered ? 1 : 0];
  if (known != nullptr) return *known;
  auto made = std::make_unique<simpler>();
  simplify_options options;
  options.run = run;
  options.pure = options.duplicates = all;
  options.copy = false;
  made->simple = sat::simplify(searched(), {}, options);
  made->rest = made->in_order = made->simple.unchanged ? &searched() : &made->simple.rest;
  if (ordered && made->rest->uniform_length() != 0) {
    cpu_exec exec(run.threads, run.memory_limit, control_of(run));
    made->ordered = in_order_of_variables(exec, *made->rest);
    made->in_order = &made->ordered;
  }
  if (in_ != nullptr) {
    made->arrays.emplace_back(*in_, span<const std::uint64_t>(made->in_order->clause_begin));
    made->arrays.emplace_back(*in_, span<const literal>(made->in_order->literals));
  }
  known = std::move(made);
  return *known;
}

std::vector<truth> prepared_formula::whole_model(std::vector<truth> model) const {
  if (!sparse_) return model;
  std::vector<truth> whole(f_.variables, truth::no);
  for (std::size_t v = 0; v != used_.size(); ++v) whole[used_[v]] = model[v];
  return whole;
}

}  // namespace amorph::sat
