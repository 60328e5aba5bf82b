#include "solver/sat/satisfy.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/formula/residual.hpp"
#include "solver/sat/formula/simplify.hpp"

namespace amorph::sat {
namespace {

constexpr std::array<std::pair<std::string_view, method>, 5> names = {{{"auto", method::automatic},
                                                                       {"sp", method::survey},
                                                                       {"survey", method::survey},
                                                                       {"walk", method::walk},
                                                                       {"complete", method::complete}}};

// Attempts at decimation, each more careful than the one before: plain decimation reaches 3-SAT at 4.2 clauses a variable in a third
// of the sweeps that backtracking takes, and seldom 4.24.
struct rung {
  double fraction, backtrack, epsilon;
  unsigned max_sweeps, contradictions, most_unsettled;
};
constexpr std::array<rung, 6> ladder = {{{0.015, 0, 0.04, 100, 0, 10},
                                         {0.01, 0.5, 0.03, 50, 5, 20},
                                         {0.002, 0.5, 0.03, 100, 5, 20},
                                         {0.005, 0.8, 0.03, 100, 10, 20},
                                         {0.001, 0.5, 0.03, 100, 10, 20},
                                         {0.002, 0.9, 0.01, 200, 20, 20}}};

// Clauses up to which the complete search goes first; and what it may spend there.
constexpr std::uint64_t small_formula = 20'000, first_conflicts = 20'000;
// The same for what decimation leaves.
constexpr std::uint64_t small_residual = 20'000, quick_conflicts = 200, residual_conflicts = 5'000;
// Clauses from which on a formula that looks random is not searched for pure literals and duplicates, which are few in it and do
// no harm.
constexpr std::uint64_t large_formula = 100'000;

// What `auto` spends on decimation and a walk before the complete search goes on to the end: sweeps over the whole formula, in
// all attempts together, and flips a variable.
struct share {
  unsigned attempts;
  std::uint64_t sweeps, least_flips, flips;
};
constexpr share for_random{static_cast<unsigned>(ladder.size()), 30'000, 20'000'000, 400},
    for_others{2, 1'000, 2'000'000, 20};

// Whether simplification looks for pure literals and duplicates.
bool searches_all(const formula& f, const satisfy_options& how) {
  return how.simplify && (how.how == method::complete || f.clauses() < large_formula || !looks_random(f));
}

class pipeline {
 public:
  pipeline(const formula& f, const satisfy_options& how, satisfy_result& r) : how_(how), r_(r) {
    watch("simplify");
    const stopwatch time;
    random_ = looks_random(f);
    simplify_options options;
    options.threads = how.threads;
    options.pure = options.duplicates = searches_all(f, how);
    options.copy = false;
    options.stop = stop_;
    small_ = simplify(f, {}, options);
    rest_ = small_.unchanged ? &f : &small_.rest;
    r.simplify_ms = time.ms();
    r.interrupted = small_.interrupted;
  }

  void run() {
    if (r_.interrupted) return;
    if (small_.contradiction) return refute("simplify");
    if (rest_->clauses() == 0) return accept(std::vector<truth>(rest_->variables), "simplify");
    switch (how_.how) {
      case method::complete: return search(0);
      case method::walk: return walk_alone();
      case method::survey:
        decimate();
        // Where surveys say little, as in formulas that are not random, a walk is left to try.
        if (open() && !r_.attempts.empty() && r_.attempts.back().ended == outcome::unsettled) walk_alone();
        return;
      case method::automatic: break;
    }
    // Without a complete search to come, the others may take what they like.
    share_ = !has_complete() ? nullptr : random_ ? &for_random : &for_others;
    if (has_complete() && (!random_ || rest_->clauses() <= small_formula)) search(first_conflicts);
    if (open()) decimate();
    if (open()) walk_alone();
    if (open() && has_complete()) search(0);
  }

 private:
  [[nodiscard]] bool stopped() const { return how_.stop != nullptr && how_.stop->load(std::memory_order_relaxed); }
  [[nodiscard]] bool open() {
    if (stopped()) r_.interrupted = true;
    return r_.found == verdict::unknown && !r_.interrupted;
  }
  void watch(std::string_view stage, const survey_round* round = nullptr, const walk_progress* walk = nullptr) const {
    if (how_.watch) how_.watch({stage, static_cast<unsigned>(r_.attempts.size()) + 1, round, walk});
  }

  void refute(std::string_view by) {
    r_.found = verdict::unsatisfiable;
    r_.found_by = by;
  }
  void accept(span<const truth> rest, std::string_view by) {
    r_.found = verdict::satisfiable;
    r_.found_by = by;
    r_.model = small_.extend(rest);
  }

  void search(std::uint64_t conflicts) {
    watch("complete");
    complete_options options;
    options.seed = how_.seed;
    options.conflicts = conflicts;
    options.stop = stop_;
    const complete_result found = complete(*rest_, options);
    r_.complete_ms += found.ms;
    if (found.found == verdict::satisfiable) accept(found.model, "complete");
    if (found.found == verdict::unsatisfiable) refute("complete");
  }

  // A walk on `f`; empty if it did not satisfy it.
  std::vector<truth> walk_on(const formula& f, span<const truth> start, std::uint64_t flips, std::uint64_t seed) {
    walk_options options;
    options.max_flips = how_.max_flips != 0 ? how_.max_flips : flips;
    options.seed = seed;
    options.where = how_.where;
    options.threads = how_.threads;
    options.memory_limit = how_.memory_limit;
    options.how = how_.walks;
    options.stop = how_.stop;
    options.watch = [this](const walk_progress& p) { watch("walk", nullptr, &p); };
    watch("walk");
    walk_result walked = walk(f, start, options);
    r_.walk_ms += walked.stats.load_ms + walked.stats.solve_ms + walked.stats.finish_ms;
    r_.flips += walked.stats.flips;
    ran(walked.stats);
    r_.walk_strategy_name = walked.stats.strategy;
    if (!walked.satisfied) walked.values.clear();
    return std::move(walked.values);
  }
  template <class Statistics> void ran(const Statistics& stats) {
    r_.backend_name = stats.backend_name;
    r_.threads = stats.threads;
    r_.peak_bytes = std::max(r_.peak_bytes, stats.peak_bytes);
  }

  void walk_alone() {
    const share& may = share_ != nullptr ? *share_ : for_random;
    const std::uint64_t flips = std::max<std::uint64_t>(may.least_flips, may.flips * std::uint64_t{rest_->variables});
    if (const auto values = walk_on(*rest_, {}, flips, how_.seed); !values.empty()) accept(values, "walk");
  }

  void decimate() {
    const bool own = how_.fraction || how_.backtrack || how_.epsilon || how_.max_sweeps;
    unsigned attempts = own ? 3 : static_cast<unsigned>(ladder.size());
    if (share_ != nullptr) attempts = std::min(attempts, share_->attempts);
    if (how_.attempts != 0) attempts = how_.attempts;
    const std::uint64_t most = share_ != nullptr ? share_->sweeps * rest_->clauses() : 0;
    std::uint64_t updates = 0;
    for (unsigned attempt = 0; attempt != attempts && open() && (most == 0 || updates < most); ++attempt)
      updates += attempt_survey(attempt, most == 0 ? 0 : most - updates);
  }
  // How many clauses were swept.
  std::uint64_t attempt_survey(unsigned attempt, std::uint64_t most_updates) {
    const rung& step = ladder[std::min<std::size_t>(attempt, ladder.size() - 1)];
    survey_options options;
    options.fraction = how_.fraction.value_or(step.fraction);
    options.backtrack = how_.backtrack.value_or(step.backtrack);
    options.epsilon = how_.epsilon.value_or(step.epsilon);
    options.max_sweeps = how_.max_sweeps.value_or(step.max_sweeps);
    options.damping = how_.damping.value_or(0);
    options.contradictions = step.contradictions;
    options.most_unsettled = step.most_unsettled;
    options.most_updates = most_updates;
    options.seed = how_.seed + attempt;
    options.where = how_.where;
    options.threads = how_.threads;
    options.memory_limit = how_.memory_limit;
    options.how = how_.surveys;
    options.stop = how_.stop;
    options.watch = [this](const survey_round& round) { watch("survey", &round); };
    watch("survey");
    survey_result s = survey(*rest_, options);
    r_.survey_ms += s.stats.load_ms + s.stats.solve_ms + s.stats.finish_ms;
    r_.sweeps += s.stats.sweeps;
    r_.rounds += s.stats.rounds;
    r_.fixed += s.stats.fixed;
    r_.released += s.stats.released;
    r_.survey_strategy_name = s.stats.strategy;
    ran(s.stats);
    r_.attempts.push_back(
        {s.ended, options.fraction, options.backtrack, options.epsilon, std::move(s.history), s.stats});
    if (s.ended == outcome::interrupted) r_.interrupted = true;
    if (s.ended == outcome::assigned) accept(s.values, "survey");
    if (open()) finish(s, attempt);
    return s.stats.clause_updates;
  }

  // What decimation left: to the complete search where that is little, and to a walk where it is easy.
  void finish(const survey_result& s, unsigned attempt) {
    const stopwatch time;
    const residual left(*rest_, s.values, s.left, how_.threads, stop_);
    r_.simplify_ms += time.ms();
    if (left.interrupted() || left.contradiction()) return;
    r_.left_variables = left.rest().variables;
    r_.left_clauses = left.rest().clauses();
    if (r_.left_clauses == 0) return accept(left.extend(std::vector<truth>(r_.left_variables)), "survey");
    // Often it can be proved at once that there is no model with what is fixed.
    if (search_rest(left, quick_conflicts) || !open() || s.ended != outcome::paramagnetic) return;
    const std::uint64_t flips = std::max<std::uint64_t>(5'000'000, 200 * std::uint64_t{left.rest().variables});
    const auto values = walk_on(left.rest(), left.restrict_to_rest(s.likely), flips, how_.seed + attempt);
    if (!values.empty()) return accept(left.extend(values), "survey");
    if (open()) (void)search_rest(left, residual_conflicts);
  }
  // Whether the complete search came to an end.
  bool search_rest(const residual& left, std::uint64_t conflicts) {
    if (!has_complete() || r_.left_clauses > small_residual) return false;
    watch("complete");
    complete_options options;
    options.seed = how_.seed;
    options.conflicts = conflicts;
    options.stop = stop_;
    const complete_result found = complete(left.rest(), options);
    r_.complete_ms += found.ms;
    if (found.found == verdict::satisfiable) accept(left.extend(found.model), "survey");
    return found.found != verdict::unknown;
  }

  const satisfy_options& how_;
  satisfy_result& r_;
  const std::function<bool()> stop_ = [this] { return stopped(); };
  simplified small_;
  const formula* rest_ = nullptr;  // of simplification
  bool random_ = false;            // as far as a look tells
  const share* share_ = nullptr;   // of auto
};

}  // namespace

std::optional<method> parse_method(std::string_view word) noexcept {
  for (const auto& [name, m] : names)
    if (word == name) return m;
  return std::nullopt;
}
std::string_view to_string(method m) noexcept {
  for (const auto& [name, is] : names)
    if (is == m) return name;
  return "";
}

namespace {

// Throws if what simplification takes, and the model, is beyond the limit.
void ask_for_memory(const formula& f, std::uint64_t variables, const satisfy_options& how) {
  const bool whole = searches_all(f, how);
  cpu_exec exec(1, how.memory_limit);
  exec.memory().take(2 * variables + (whole ? 19 : 4) * std::uint64_t{f.variables} + (whole ? 25 : 1) * f.clauses() +
                     (whole ? 4 : 0) * f.literals.size());
}

// A formula of the variables that occur, which `used` lists.
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

// Where most variables occur nowhere, they take no room but in the model.
void run(const formula& f, const satisfy_options& how, satisfy_result& r) {
  check_formula(f);
  if (f.variables / 4 <= f.literals.size()) {
    ask_for_memory(f, f.variables, how);
    return pipeline(f, how, r).run();
  }
  std::vector<std::uint32_t> used;
  const formula g = without_gaps(f, used);
  ask_for_memory(g, f.variables, how);
  pipeline(g, how, r).run();
  if (r.found != verdict::satisfiable) return;
  std::vector<truth> model(f.variables, truth::no);
  for (std::size_t v = 0; v != used.size(); ++v) model[used[v]] = r.model[v];
  r.model = std::move(model);
}

}  // namespace

satisfy_result satisfy(const formula& f, const satisfy_options& how) {
  if (how.how == method::complete && !has_complete()) throw error(status::bad_input, complete_name());
  const stopwatch time;
  satisfy_result r;
  r.backend_name = "cpu";
  run(f, how, r);
  if (how.stop != nullptr && how.stop->load() && r.found == verdict::unknown) r.interrupted = true;
  r.ms = time.ms();
  return r;
}

}  // namespace amorph::sat
