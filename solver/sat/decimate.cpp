// Attempts at decimation by the schedule, and the residual formula that one leaves.
#include <algorithm>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/sat/hybrid/visits.hpp"
#include "solver/sat/schedule.hpp"
#include "solver/sat/search.hpp"

namespace amorph::sat {

void search::decimate() {
  const bool own =
      options_.fraction || options_.backtrack || options_.epsilon || options_.max_sweeps || options_.damping;
  unsigned attempts = own ? 3 : all_attempts;
  if (limited_) attempts = std::min(attempts, structured_attempts);
  if (options_.attempts != 0) attempts = options_.attempts;
  const std::uint64_t max_updates = limited_ ? structured_sweeps * rest_->clauses() : 0;
  std::uint64_t updates = 0;
  for (unsigned attempt = 0; attempt != attempts && unsolved() && (max_updates == 0 || updates < max_updates);
       ++attempt)
    updates += attempt_decimation(attempt, attempt, max_updates == 0 ? 0 : max_updates - updates);
}
// `row`: the attempt whose parameters it has. Returns the clause updates of its sweeps.
std::uint64_t search::attempt_decimation(unsigned attempt, unsigned row, std::uint64_t max_updates) {
  const attempt_parameters& p = parameters_of(row, rest_->variables);
  survey_options options;
  options.run = options_.run;
  options.run.progress = [this](const progress& made) {
    report("survey", made, static_cast<const survey_round*>(made.detail));
  };
  options.strategy = options_.surveys;
  options.fraction = options_.fraction.value_or(p.fraction);
  options.backtrack = options_.backtrack.value_or(p.backtrack);
  options.epsilon = options_.epsilon.value_or(p.epsilon);
  options.max_sweeps = options_.max_sweeps.value_or(p.max_sweeps);
  options.damping = options_.damping.value_or(p.damping);
  options.belief_share = rest_->variables >= many_variables ? belief_share : 0;
  options.guided = p.guided && !options_.backtrack;
  options.max_contradictions = p.max_contradictions;
  options.max_unconverged = p.max_unconverged;
  options.max_updates = max_updates;
  if (const std::uint64_t limit = guided_sweeps * rest_->clauses();
      options.guided && (max_updates == 0 || limit < max_updates))
    options.max_updates = limit;
  options.seed = options_.seed + attempt;
  options.devices = options_.devices;
  report("survey");
  survey_result s = survey(*rest_, options);
  const double ms = note_run(s.stats);
  note_step(method::survey, *rest_, ms).sweeps = s.stats.sweeps;
  r_.survey_ms += ms;
  r_.sweeps += s.stats.sweeps;
  r_.rounds += s.stats.rounds;
  r_.fixed += s.stats.fixed;
  r_.unfixed += s.stats.unfixed;
  r_.halo_bytes += s.stats.halo_bytes;
  if (options.devices.size() > 1) r_.devices = options.devices;
  r_.survey_strategy_name = s.stats.strategy;
  r_.attempts.push_back(
      {s.ended, options.guided, options.fraction, options.backtrack, options.epsilon, std::move(s.history), s.stats});
  if (s.ended == outcome::interrupted) r_.interrupted = true;
  if (s.ended == outcome::assigned) accept(s.values, "survey");
  if (unsolved()) solve_residual(s, attempt);
  return s.stats.clause_updates;
}

// The complete solver if the residual formula is small, local search if it is easy.
void search::solve_residual(const survey_result& s, unsigned attempt) {
  const stopwatch simplifying;
  const residual_formula residual(*rest_, s.values, s.unsatisfied, options_.run);
  r_.simplify_ms += simplifying.ms();
  if (residual.contradiction()) return;
  const formula& rest = residual.rest();
  r_.residual_variables = rest.variables;
  r_.residual_clauses = rest.clauses();
  if (rest.clauses() == 0) return accept(residual.extend(std::vector<truth>(rest.variables)), "survey");
  // Often it is refuted at once.
  if (solve_residual_completely(residual, quick_conflicts) || !unsolved() || s.ended != outcome::paramagnetic) return;
  std::uint64_t flips = std::max(min_residual_flips, residual_flips_per_variable * std::uint64_t{rest.variables});
  if (limited_) {
    const std::uint64_t all = visits_beside(conflicts_);
    flips = std::min(flips, flips_of_visits(rest, all - std::min(all, visits_)));
  }
  if (flips != 0) {
    const walk_result walked = walk_on(rest, residual.restrict_to_rest(s.likely), flips, 0, options_.seed + attempt);
    visits_ += visits_of_walk(rest, walked.stats.flips, walked.stats.walkers);
    if (walked.satisfied) return accept(residual.extend(walked.values), "survey");
  }
  // (If the complete solver is to come anyway, it had better continue what it has learned of the whole formula.)
  if (unsolved() && !limited_) (void)solve_residual_completely(residual, residual_conflicts);
}
// Returns whether the complete solver came to an answer.
bool search::solve_residual_completely(const residual_formula& residual, std::uint64_t conflicts) {
  if (!has_complete() || residual.rest().clauses() > small_residual) return false;
  report("complete");
  complete_options options = options_of_complete();
  options.conflicts = conflicts;
  const complete_result found = complete(residual.rest(), options);
  r_.complete_ms += found.ms;
  note_step(method::complete, residual.rest(), found.ms).conflicts = conflicts;
  if (found.found == verdict::satisfiable) accept(residual.extend(found.model), "survey");
  return found.found != verdict::unknown;
}

}  // namespace amorph::sat
