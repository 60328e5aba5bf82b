// The limits of the search for a model: parameters of attempts at decimation, and what each method may spend before the
// next one has its turn. The papers give parameters for one attempt; everything here is this project's, tuned on random
// 3-SAT to 7-SAT near the threshold and on formulas with structure (docs/benchmarks.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace amorph::sat {

// Attempts at decimation, in order. Plain decimation solves 3-SAT at ratio 4.2 with a third of the sweeps that
// backtracking takes, but seldom at 4.24. Attempts that are guided by complexity succeed soon or hardly ever, and
// which fraction does so differs: there are several, of few sweeps each.
struct attempt_parameters {
  double fraction, backtrack, epsilon, damping;
  bool guided;
  unsigned max_sweeps, max_contradictions, max_unconverged;
};
inline constexpr std::array<attempt_parameters, 9> attempt_schedule = {{{0.015, 0, 0.04, 0, false, 100, 0, 10},
                                                                        {0.02, 0, 0.02, 0.3, true, 100, 20, 20},
                                                                        {0.01, 0, 0.02, 0.3, true, 60, 20, 20},
                                                                        {0.03, 0, 0.02, 0.3, true, 60, 20, 20},
                                                                        {0.015, 0, 0.02, 0.2, true, 60, 20, 20},
                                                                        {0.025, 0, 0.01, 0.4, true, 100, 20, 20},
                                                                        {0.005, 0, 0.02, 0.3, true, 60, 20, 20},
                                                                        {0.005, 0.8, 0.03, 0, false, 100, 10, 20},
                                                                        {0.002, 0.9, 0.01, 0, false, 200, 20, 20}}};
// The guided ones come twice, with other seeds, before the slow ones at the end.
inline constexpr unsigned first_guided = 1, first_slow = 7, guided_rows = first_slow - first_guided;
inline constexpr unsigned all_attempts = static_cast<unsigned>(attempt_schedule.size()) + guided_rows;
// From this number of variables on, attempts with other seeds end in the same way. What helps is slower decimation:
// Marino et al. fix a thousandth per round and unfix up to 0.9 rounds per such round.
inline constexpr std::uint64_t many_variables = 1 << 18;
// With that many variables, the residual formula is decimated further by beliefs: local search takes millions of flips.
inline constexpr double belief_share = 0.05;
inline constexpr std::array<attempt_parameters, 4> attempts_on_large = {{{0.015, 0, 0.04, 0, false, 100, 0, 10},
                                                                         {0.005, 0.8, 0.05, 0, false, 100, 20, 20},
                                                                         {0.003, 0.9, 0.03, 0, false, 100, 20, 20},
                                                                         {0.002, 0.9, 0.02, 0, false, 100, 20, 20}}};
constexpr const attempt_parameters& parameters_of(unsigned attempt, std::uint64_t variables) {
  if (variables >= many_variables)
    return attempts_on_large[std::min<std::size_t>(attempt, attempts_on_large.size() - 1)];
  const unsigned row = attempt < first_slow ? attempt : attempt - guided_rows;
  return attempt_schedule[std::min<std::size_t>(row, attempt_schedule.size() - 1)];
}
inline constexpr std::uint64_t guided_sweeps = 2'500;  // over the whole formula, in one attempt

// Limit of conflicts of the complete solver where it goes first: on formulas that do not look random, and on random
// ones of so few clauses. A walk precedes it there: of a few milliseconds, or with clauses of three of flips_of_walker
// per variable, which satisfies most formulas of 500 variables at 4.2.
inline constexpr std::uint64_t first_conflicts = 20'000, few_clauses = 3'000, first_flips_per_variable = 200;
// The same for the residual formula: before local search, and after it (on formulas that look random).
inline constexpr std::uint64_t small_residual = 20'000, quick_conflicts = 200, residual_conflicts = 5'000;
// Flips of that local search, if no complete solver is to come.
inline constexpr std::uint64_t min_residual_flips = 5'000'000, residual_flips_per_variable = 200;
// From this many clauses on, a formula that looks random is not searched for pure literals and duplicates: it has few,
// and they do no harm.
inline constexpr std::uint64_t large_formula = 100'000;

// What `auto` spends on decimation of a formula that does not look random, before the complete solver runs beside
// walks: sweeps over the whole formula, in all attempts together.
inline constexpr unsigned structured_attempts = 2;
inline constexpr std::uint64_t structured_sweeps = 500;
// Fewer walkers than this run on the CPU, where the schedule chose their number. Larger formulas are searched by one
// walk of many flips at a time, on any backend.
inline constexpr unsigned device_walkers = 16;
inline constexpr std::uint64_t walkers_clauses = 1 << 16;
// Flips of method::walk.
inline constexpr std::uint64_t min_walk_flips = 20'000'000, walk_flips_per_variable = 400;

// On random formulas `auto` alternates: each round is a walk, an attempt at decimation and the complete solver, with
// limits that grow from round to round.
inline constexpr std::uint64_t round_flips_per_variable = 250, round_sweeps = 3'000, round_conflicts = 1'000;
inline constexpr unsigned max_doublings = 12;
// Up to so many variables a walk's flips grow by four in each round. Beyond, walks of longer clauses seldom gain by
// more flips.
inline constexpr std::uint64_t walkable_variables = 4'000;
inline constexpr unsigned max_flip_doublings = 2;
// Such formulas repeat the first two attempts, which are quick, with other seeds.
inline constexpr unsigned quick_rows = 2;
// With clauses of three literals they have limits of their own, up to survey_first clauses. Guided attempts that
// succeed do so within fewer sweeps; up to walkable_variables plain ones seldom do, and the complete solver has no
// chance in the first rounds. Of longer clauses the plain attempt solves many at once.
inline constexpr std::uint64_t short_sweeps = 700;
// Their walks have no more walkers than can make this number of flips per variable each. At ratio 4.2 the first few
// hundred only lead to where models are, and are lost if the walk ends there. Of more than walkable_variables, walks
// that find a model seldom do so within 2,000.
inline constexpr std::uint64_t flips_of_walker = 2'000, flips_of_long_walker = 8'000;
inline constexpr unsigned most_walkers = 16;
constexpr unsigned walkers_of(std::uint64_t flips_per_variable, bool walkable) {
  const std::uint64_t each = walkable ? flips_of_walker : flips_of_long_walker;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(flips_per_variable / each, 1, most_walkers));
}
// Up to walkable_variables the first walk is of one such walker. Beyond, attempts at decimation cost less per model and
// precede the walks, which begin with so many flips per variable and also grow by four.
inline constexpr std::uint64_t short_flips_per_variable = 500;
// With more clauses than this, survey propagation goes first, and the complete solver waits for some rounds.
inline constexpr std::uint64_t survey_first = 60'000, complete_in_each_round = 20'000;
inline constexpr unsigned rounds_before_complete = 6, walkable_rounds_before_complete = 3;
inline constexpr unsigned rounds_without_complete = 10;
// Then walks come last. One that gets stuck on a formula of that size would get stuck again: it is given up, and so are
// the walks of later rounds, if a second walk of as many flips leaves more than this share of the first one's
// unsatisfied clauses, and more than one clause in a thousand.
inline constexpr std::uint64_t probe_flips_per_variable = 16, few_unsatisfied = 1'000;
inline constexpr double stuck_share = 0.8;
// Added to the seeds of walks that are parts of one, or precede a round: more than there are rounds.
inline constexpr std::uint64_t walk_part = std::uint64_t{1} << 32;

}  // namespace amorph::sat
