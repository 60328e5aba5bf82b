#include "amorph/satisfy.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "amorph/error.hpp"
#include "amorph/simplify.hpp"

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
  unsigned max_sweeps, contradictions;
};
constexpr std::array<rung, 6> ladder = {{{0.015, 0, 0.04, 100, 0},
                                         {0.01, 0.5, 0.03, 50, 5},
                                         {0.01, 0.5, 0.01, 100, 5},
                                         {0.005, 0.8, 0.03, 100, 10},
                                         {0.005, 0.8, 0.01, 200, 10},
                                         {0.002, 0.9, 0.01, 200, 20}}};

// Clauses up to which the complete search goes first; and what it may spend there.
constexpr std::uint64_t small_formula = 20'000, first_conflicts = 20'000;

class pipeline {
 public:
  pipeline(const formula& f, const satisfy_options& how, satisfy_result& r) : how_(how), r_(r) {
    watch("simplify");
    const auto began = clock::now();
    simplify_options options;
    options.threads = how.threads;
    options.pure = options.duplicates = how.simplify;
    small_ = simplify(f, {}, options);
    r.simplify_ms = since(began);
  }

  void run() {
    if (small_.contradiction) return refute("simplify");
    if (small_.rest.clauses() == 0) return accept(std::vector<truth>(small_.rest.variables), "simplify");
    switch (how_.how) {
      case method::complete: return search(0);
      case method::walk: return walk_alone();
      case method::survey: return decimate();
      case method::automatic: break;
    }
    if (has_complete() && small_.rest.clauses() <= small_formula) search(first_conflicts);
    if (open()) decimate();
    if (open()) walk_alone();
    if (open() && has_complete()) search(0);
  }

 private:
  using clock = std::chrono::steady_clock;
  static double since(clock::time_point began) {
    return std::chrono::duration<double, std::milli>(clock::now() - began).count();
  }
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
    options.stop = [this] { return stopped(); };
    const complete_result found = complete(small_.rest, options);
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
    const std::uint64_t flips = std::max<std::uint64_t>(20'000'000, 400 * std::uint64_t{small_.rest.variables});
    if (const auto values = walk_on(small_.rest, {}, flips, how_.seed); !values.empty()) accept(values, "walk");
  }

  void decimate() {
    const bool own = how_.fraction || how_.backtrack || how_.epsilon || how_.max_sweeps;
    const unsigned attempts = how_.attempts != 0 ? how_.attempts : own ? 3 : static_cast<unsigned>(ladder.size());
    for (unsigned attempt = 0; attempt != attempts && open(); ++attempt) attempt_survey(attempt);
  }
  void attempt_survey(unsigned attempt) {
    const rung& step = ladder[std::min<std::size_t>(attempt, ladder.size() - 1)];
    survey_options options;
    options.fraction = how_.fraction.value_or(step.fraction);
    options.backtrack = how_.backtrack.value_or(step.backtrack);
    options.epsilon = how_.epsilon.value_or(step.epsilon);
    options.max_sweeps = how_.max_sweeps.value_or(step.max_sweeps);
    options.damping = how_.damping.value_or(0);
    options.contradictions = step.contradictions;
    options.seed = how_.seed + attempt;
    options.where = how_.where;
    options.threads = how_.threads;
    options.memory_limit = how_.memory_limit;
    options.how = how_.surveys;
    options.stop = how_.stop;
    options.watch = [this](const survey_round& round) { watch("survey", &round); };
    watch("survey");
    survey_result s = survey(small_.rest, options);
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
    if (s.ended == outcome::paramagnetic) finish(s, attempt);
  }

  // What decimation left.
  void finish(const survey_result& s, unsigned attempt) {
    const auto began = clock::now();
    simplify_options options;
    options.threads = how_.threads;
    options.duplicates = false;
    const simplified left = simplify(small_.rest, s.values, options);
    r_.simplify_ms += since(began);
    if (left.contradiction) return;
    r_.left_variables = left.rest.variables;
    r_.left_clauses = left.rest.clauses();
    if (left.rest.clauses() == 0) return accept(left.extend(std::vector<truth>(left.rest.variables)), "survey");
    std::vector<truth> start(left.rest.variables);
    for (std::size_t v = 0; v != start.size(); ++v) start[v] = s.likely[left.variable_of[v]];
    const std::uint64_t flips = std::max<std::uint64_t>(5'000'000, 200 * std::uint64_t{left.rest.variables});
    const auto values = walk_on(left.rest, start, flips, how_.seed + attempt);
    if (!values.empty()) accept(left.extend(values), "survey");
  }

  const satisfy_options& how_;
  satisfy_result& r_;
  simplified small_;
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

satisfy_result satisfy(const formula& f, const satisfy_options& how) {
  if (how.how == method::complete && !has_complete()) throw error(status::bad_input, complete_name());
  const auto began = std::chrono::steady_clock::now();
  satisfy_result r;
  r.backend_name = "cpu";
  pipeline(f, how, r).run();
  if (how.stop != nullptr && how.stop->load() && r.found == verdict::unknown) r.interrupted = true;
  r.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return r;
}

}  // namespace amorph::sat
