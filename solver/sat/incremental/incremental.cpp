// Takes clauses and assumptions, and searches by simplification, by satisfy(), or by one CaDiCaL that keeps what it
// has learned.
#include "solver/sat/incremental/incremental.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/formula/simplify.hpp"
#include "solver/sat/satisfy.hpp"
#include "solver/sat/schedule.hpp"

namespace amorph::sat {
namespace {

// Of simplification, with the model and the values assumed. CaDiCaL takes more.
constexpr std::uint64_t bytes_per_variable = 24;

literal literal_of(int signed_number) {
  if (signed_number == 0) throw error(status::bad_input, "expected a literal, found 0");
  if (signed_number == std::numeric_limits<int>::min())
    throw error(status::bad_input, "expected a literal between -2147483647 and 2147483647");
  return make_literal(static_cast<std::uint32_t>(std::abs(signed_number)) - 1, signed_number < 0);
}

int signed_number(literal l) {
  const int number = static_cast<int>(variable_of(l)) + 1;
  return negated(l) ? -number : number;
}

}  // namespace

incremental_solver::incremental_solver(const incremental_options& options) : options_(options) {
  if (!has_complete()) throw error(status::bad_input, complete_name());
}
incremental_solver::~incremental_solver() = default;

literal incremental_solver::numbered(literal given) {
  const std::uint32_t v = numbers_.number(variable_of(given));
  formula_.variables = std::max(formula_.variables, v + 1);
  return make_literal(v, negated(given));
}

void incremental_solver::add(int literal) {
  if (literal != 0) {
    clause_.push_back(literal_of(literal));
    return;
  }
  for (const sat::literal l : clause_) formula_.literals.push_back(numbered(l));
  formula_.clause_begin.push_back(formula_.literals.size());
  clause_.clear();
}

void incremental_solver::add(span<const std::int32_t> clauses) {
  const std::size_t literals = formula_.literals.size(), begins = formula_.clause_begin.size();
  const auto variables = formula_.variables;
  std::vector<literal> open = clause_;
  try {
    for (const std::int32_t l : clauses) add(l);
  } catch (...) {
    formula_.literals.resize(literals);
    formula_.clause_begin.resize(begins);
    formula_.variables = variables;
    clause_ = std::move(open);
    throw;
  }
}

void incremental_solver::assume(int literal) { assumptions_.push_back(numbered(literal_of(literal))); }

bool incremental_solver::take_assumptions() {
  assumed_.assign(formula_.variables, truth::unknown);
  for (const literal l : assumptions_) {
    truth& value = assumed_[variable_of(l)];
    if (value_of(l, value) == truth::no) return false;
    value = negated(l) ? truth::no : truth::yes;
  }
  return true;
}

verdict incremental_solver::solve(span<const std::int32_t> assumptions) {
  try {
    for (const std::int32_t l : assumptions) assume(l);
  } catch (...) {
    assumptions_.clear();
    throw;
  }
  return solve();
}

verdict incremental_solver::solve() {
  model_.clear();
  failed_.clear();
  stop_ = false;
  solving_ = std::this_thread::get_id();
  struct forgets {
    ~forgets() { list.clear(); }
    std::vector<literal>& list;
  } const after{assumptions_};  // also if the search throws
  cpu_exec(1, options_.run.memory_limit).memory().take(bytes_per_variable * formula_.variables);
  verdict found = verdict::unknown;
  try {
    if (take_assumptions()) found = solve_by_methods();
    if (found == verdict::unknown && !stop_) found = solve_completely();
  } catch (const error& e) {
    if (e.code() != status::interrupted) throw;
  }
  std::sort(failed_.begin(), failed_.end());
  return found;
}

run_options incremental_solver::until_terminated() {
  run_options run = options_.run;
  run.stop_if = [this] {
    if (!stop_ && terminate_ && std::this_thread::get_id() == solving_ && terminate_()) stop_ = true;
    return stop_.load();
  };
  return run;
}

// `unknown`: the complete solver is next.
verdict incremental_solver::solve_by_methods() {
  const bool grown = examine_ || formula_.clauses() > examined_ + examined_ / 2;
  if (grown) {
    examine_ = false;
    examined_ = formula_.clauses();
    // Fewer are decided sooner by clause learning that continues.
    random_ = examined_ > few_clauses && looks_random(formula_);
  }
  if (!grown && !random_) return verdict::unknown;
  if (random_) return satisfy_under_assumptions();
  simplify_options options;
  options.run = until_terminated();
  const simplified simple = simplify(formula_, assumed_, options);
  if (simple.contradiction || simple.rest.clauses() != 0) return verdict::unknown;
  accept(simple.extend({}));
  return verdict::satisfiable;
}

verdict incremental_solver::satisfy_under_assumptions() {
  formula with_units = formula_;
  for (const literal l : assumptions_) {
    with_units.literals.push_back(l);
    with_units.clause_begin.push_back(with_units.literals.size());
  }
  satisfy_options options;
  options.run = until_terminated();
  options.seed = options_.seed;
  satisfy_result r = satisfy(with_units, options);
  if (r.found == verdict::satisfiable) accept(std::move(r.model));
  if (r.found == verdict::unsatisfiable) failed_ = assumptions_;
  return r.found;
}

verdict incremental_solver::solve_completely() {
  if (!complete_) {
    complete_options options;
    options.run = until_terminated();
    options.seed = options_.seed;
    complete_ = std::make_unique<complete_search>(formula_, options);
    connect_learner();
  }
  complete_result r = complete_->solve(0, assumptions_);
  if (r.found == verdict::satisfiable) accept(std::move(r.model));
  if (r.found == verdict::unsatisfiable)
    std::copy_if(assumptions_.begin(), assumptions_.end(), std::back_inserter(failed_),
                 [this](literal l) { return complete_->failed(l); });
  return r.found;
}

void incremental_solver::accept(std::vector<truth> model) {
  const auto holds = [&](literal l) { return value_of(l, model[variable_of(l)]) == truth::yes; };
  for (std::uint64_t c = 0; c != formula_.clauses(); ++c) {
    const span<const literal> clause = formula_.clause(c);
    if (std::none_of(clause.begin(), clause.end(), holds))
      throw error(status::internal, "verification failed: the model does not satisfy clause " + std::to_string(c + 1));
  }
  if (!std::all_of(assumptions_.begin(), assumptions_.end(), holds))
    throw error(status::internal, "verification failed: the model contradicts an assumption");
  model_ = std::move(model);
}

std::optional<literal> incremental_solver::find(int given) const {
  const literal l = literal_of(given);
  const auto v = numbers_.find(variable_of(l));
  return v ? std::optional(make_literal(*v, negated(l))) : std::nullopt;
}

bool incremental_solver::is_true(int literal) const {
  const auto l = find(literal);
  if (!l || variable_of(*l) >= model_.size()) return literal < 0;
  return value_of(*l, model_[variable_of(*l)]) == truth::yes;
}

bool incremental_solver::failed(int literal) const {
  const auto l = find(literal);
  return l && std::binary_search(failed_.begin(), failed_.end(), *l);
}

void incremental_solver::on_learn(int max_length, std::function<void(int*)> learn) {
  max_learned_ = max_length;
  learn_ = std::move(learn);
  if (complete_) connect_learner();
}

void incremental_solver::connect_learner() {
  if (!learn_) return complete_->on_learn(0, {});
  complete_->on_learn(max_learned_, [this](int* clause) {
    for (int* l = clause; *l != 0; ++l) {
      const literal learned = literal_of(*l);
      *l = signed_number(make_literal(numbers_.variable(variable_of(learned)), negated(learned)));
    }
    learn_(clause);
  });
}

}  // namespace amorph::sat
