// The methods of a search, each on the simplified formula: simplification, the complete solver, local search, and both
// side by side. Decimation is in decimate.cpp.
#include "solver/sat/search.hpp"

#include <algorithm>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/sat/hybrid/hybrid.hpp"
#include "solver/sat/schedule.hpp"

namespace amorph::sat {

bool simplifies_all(const prepared_formula& f, const satisfy_options& options) {
  return options.simplify &&
         (needs_complete(options.method) || f.searched().clauses() < large_formula || !f.looks_random());
}

void search::report(const char* phase, const progress& p, const survey_round* round, const walk_progress* walk) const {
  if (!options_.run.progress) return;
  const satisfy_progress detail{static_cast<unsigned>(r_.attempts.size()) + 1, round, walk};
  options_.run.progress({phase, p.done, p.total, &detail});
}

void search::refute(std::string_view by) {
  r_.found = verdict::unsatisfiable;
  r_.found_by = by;
}
void search::accept(span<const truth> rest, std::string_view by) {
  r_.found = verdict::satisfiable;
  r_.found_by = by;
  r_.model = simple_->extend(rest);
}

// Returns the run's time, loading and finishing included.
double search::note_run(const run_statistics& stats) {
  // A device is named also if the CPU made some of the walks.
  if (!stats.backend_name.empty() && stats.backend_name != "cpu") r_.stats.backend_name = stats.backend_name;
  if (stats.threads != 0) r_.stats.threads = stats.threads;
  if (r_.stats.weighed.empty()) r_.stats.weighed = stats.weighed;
  r_.stats.peak_bytes = std::max(r_.stats.peak_bytes, stats.peak_bytes);
  return stats.load_ms + stats.median_ms() + stats.finish_ms;
}

search_step& search::note_step(method by, const formula& f, double ms) {
  search_step& step = r_.steps.emplace_back();
  step.method = by;
  step.variables = f.variables;
  step.clauses = f.clauses();
  step.ms = ms;
  return step;
}

void search::simplify() {
  report("simplify");
  const stopwatch simplifying;
  const prepared_formula::simpler& done = f_.simplified(simplifies_all(f_, options_), options_.run);
  simple_ = &done.simple;
  rest_ = done.in_order;
  if (options_.proof != nullptr) log_simplified(*done.rest);
  r_.simplify_ms = simplifying.ms();
}

void search::log_simplified(const formula& rest) {
  const span<const std::uint32_t> original = f_.original_variables();
  options_.proof->rename(original);
  if (!simple_->unchanged) {
    log_simplification(f_.searched(), rest, simple_->variable_of, *options_.proof);
    name_of_ = simple_->variable_of;
    for (std::uint32_t& v : name_of_) v = original.empty() ? v : original[v];
  } else {
    name_of_.assign(original.begin(), original.end());
  }
}

complete_options search::options_of_complete() const {
  complete_options options;
  options.run = options_.run;
  if (options_.run.progress) options.run.progress = [this](const progress& p) { report("complete", p); };
  options.seed = options_.seed;
  return options;
}
void search::prepare_complete() {
  if (complete_) return;
  complete_options options = options_of_complete();
  options.proof = options_.proof;
  complete_.emplace(*rest_, options, name_of_);
}
// For further conflicts, with what earlier calls have learned.
complete_result search::search_completely(std::uint64_t conflicts) {
  report("complete");
  prepare_complete();
  complete_result found = complete_->solve(conflicts);
  conflicts_ += conflicts;
  r_.complete_ms += found.ms;
  note_step(method::complete, *rest_, found.ms).conflicts = conflicts;
  return found;
}
void search::solve_completely(std::uint64_t conflicts) {
  const complete_result found = search_completely(conflicts);
  if (found.found == verdict::satisfiable) accept(found.model, "complete");
  if (found.found == verdict::unsatisfiable) refute("complete");
}

walk_result search::walk_on(const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers,
                            std::uint64_t seed) {
  walk_options options;
  options.run = options_.run;
  options.run.progress = [this](const progress& p) {
    report("walk", p, nullptr, static_cast<const walk_progress*>(p.detail));
  };
  options.strategy = options_.walks;
  options.max_flips = options_.max_flips != 0 ? std::min(options_.max_flips, flips) : flips;
  options.seed = seed;
  options.walkers = options_.walkers != 0 ? options_.walkers : walkers;
  // Few walkers would leave a device idle.
  if (options_.walkers == 0 && walkers != 0 && walkers < device_walkers && f.clauses() <= walkers_clauses)
    options.run.backend = backend::cpu;
  report("walk");
  walk_result walked = walk(f, start, options);
  const double ms = note_run(walked.stats);
  r_.walk_ms += ms;
  r_.flips += walked.stats.flips;
  r_.walk_strategy_name = walked.stats.strategy;
  search_step& step = note_step(method::walk, f, ms);
  step.walkers = walked.stats.walkers;
  step.flips = walked.stats.flips;
  step.unsatisfied = walked.unsatisfied;
  return walked;
}
void search::walk_from_start() {
  const std::uint64_t flips = std::max(min_walk_flips, walk_flips_per_variable * std::uint64_t{rest_->variables});
  const walk_result walked =
      walk_on(*rest_, {}, options_.max_flips != 0 ? options_.max_flips : flips, 0, options_.seed);
  if (walked.satisfied) accept(walked.values, "walk");
}
// Returns whether the walk was given up, as its flips no longer satisfy clauses. Its parts draw from different streams.
bool search::walk_unless_stuck(std::uint64_t flips, std::uint64_t seed) {
  if (options_.max_flips != 0) flips = std::min(flips, options_.max_flips);
  const std::uint64_t probe = probe_flips_per_variable * rest_->variables;
  walk_result walked = walk_on(*rest_, {}, std::min(probe, flips), 0, seed);
  if (!walked.satisfied && unsolved()) {
    const std::uint64_t before = walked.unsatisfied;
    walked = walk_on(*rest_, walked.values, std::min(probe, flips), 0, seed + walk_part);
    const std::uint64_t left = walked.unsatisfied;
    if (left > rest_->clauses() / few_unsatisfied &&
        static_cast<double>(left) > stuck_share * static_cast<double>(before))
      return true;
  }
  if (!walked.satisfied && unsolved() && flips > 2 * probe)
    walked = walk_on(*rest_, walked.values, flips - 2 * probe, 0, seed + 2 * walk_part);
  if (walked.satisfied) accept(walked.values, "walk");
  return false;
}

void search::solve_side_by_side(unsigned rounds) {
  prepare_complete();
  hybrid_options options;
  options.run = options_.run;
  options.seed = options_.seed;
  options.rounds = rounds;
  options.conflicts_before = conflicts_;
  options.visits_before = visits_;
  const hybrid_searches searches{
      [this](const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers, std::uint64_t seed) {
        return walk_on(f, start, flips, walkers, seed);
      },
      [this](std::uint64_t conflicts) { return search_completely(conflicts); }};
  const hybrid_result found = search_side_by_side(*rest_, *complete_, searches, options);
  if (found.found == verdict::satisfiable) accept(found.model, found.by_walk ? "walk" : "complete");
  if (found.found == verdict::unsatisfiable) refute("complete");
  (void)unsolved();  // notes a stop request
}

}  // namespace amorph::sat
