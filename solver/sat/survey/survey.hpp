// Survey propagation: decimation of large random k-SAT formulas near the satisfiability threshold, with backtracking.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

// How each sweep computes the products of surveys per literal.
enum class survey_strategy : std::uint32_t {
  automatic,  // gather
  gather,     // a variable reads its clauses' surveys: no atomics, backend-independent
  recompute,  // no products are stored: each edge visits its literal's clauses (the paper's "edge caching" off)
  atomic,     // a clause multiplies into its literals' products by compare-and-swap: racing, rounding differs
  // The same by plain loads and stores: factors get lost ("Atomic-free Irregular Computations on GPUs", 4.1).
  unsynchronised,
};
[[nodiscard]] std::optional<survey_strategy> parse_survey_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(survey_strategy s) noexcept;

// A decimation round; the detail of progress in phase "survey", reported after each round.
struct survey_round {
  std::uint32_t sweeps;
  bool converged;         // all surveys changed by less than epsilon in the last sweep
  bool unfixed;           // the round unfixed variables; otherwise it fixed some
  std::uint64_t free;     // variables without a value, after the round
  std::uint64_t clauses;  // unsatisfied, after the round
  double magnetisation;   // mean over free variables of the larger of their two biases, before the round
  double complexity;      // of the residual formula, before the round; 0 unless guided
};

struct survey_options {
  run_options run = {};  // `repeat` is ignored. A stop request ends with outcome::interrupted
  survey_strategy strategy = survey_strategy::automatic;
  std::uint64_t seed = 0;
  // Two or more CUDA devices of one kind, by number, share the formula: `run.device` is ignored, backend::automatic
  // means cuda, and the strategy is `gather`. On the CPU: as many parts of the formula. The answer is the same.
  std::vector<std::int32_t> devices = {};
  double fraction = 0.01;           // of the variables, fixed or unfixed per round; in (0, 1]
  double backtrack = 0;             // rounds that unfix per round that fixes; in [0, 1)
  bool guided = false;              // rounds unfix by complexity (guide.hpp) and not by `backtrack`
  double epsilon = 0.03;            // a survey that changes by less has converged; in (0, 1)
  double damping = 0;               // weight of a survey's previous value; in [0, 1)
  double belief_share = 0;          // of the free variables, fixed per round by beliefs in the end; 0: none; at most 1
  unsigned max_sweeps = 100;        // per round; surveys are then used as they are
  unsigned max_contradictions = 0;  // to recover from: the round is taken back, and the next one unfixes
  unsigned max_unconverged = 0;  // consecutive rounds that may reach max_sweeps (damped from the third on); 0: no limit
  std::uint64_t max_updates = 0;  // clause updates, summed over all sweeps, after which no round begins; 0: no limit
};

struct survey_counts {
  std::uint64_t rounds = 0, sweeps = 0;
  std::uint64_t unconverged = 0;         // rounds that reached max_sweeps
  std::uint64_t fixed = 0, unfixed = 0;  // variables, counted each time; fixed: by propagation too
  std::uint64_t contradictions = 0;
  std::uint64_t clause_updates = 0;  // clauses swept, summed over the sweeps
  double sweep_ms = 0;               // part of the solve time
};
// peak_bytes: with several devices, the maximum over them.
struct survey_statistics : run_statistics, survey_counts {
  std::uint64_t halo_bytes = 0;  // sent from device to device
};

enum class outcome : std::uint32_t {
  assigned,       // every clause is satisfied; free variables may have any value
  paramagnetic,   // the surveys of the residual formula are trivial: local search solves it. Beliefs did not
  contradiction,  // unit propagation emptied a clause
  unconverged,    // too many consecutive rounds did not converge
  exhausted,      // too many rounds (unfixing is as fast as fixing), or max_updates was reached
  interrupted,
};
[[nodiscard]] std::string_view to_string(outcome o) noexcept;

struct survey_result {
  outcome ended = outcome::assigned;
  std::vector<truth> values;  // per variable: its value, unknown if free
  std::vector<truth> likely;  // per variable: its value or, if free, the one that beliefs gave it or are biased to
  // Clauses that `values` do not satisfy, ascending; after a contradiction: before its round.
  host_array<std::uint32_t> unsatisfied;
  std::vector<survey_round> history;
  survey_statistics stats;
};

// Survey inspired decimation (Braunstein, Mézard and Zecchina; Random Structures and Algorithms 27, 2005) in
// synchronous sweeps: surveys converge, the most biased variables are fixed, units are propagated, and so on. With
// backtracking (Marino, Parisi and Ricci-Tersenghi; Nature Communications 7, 2016) some rounds unfix the least biased
// fixed variables: by a random draw, or if the complexity of the residual formula gains by it. When surveys have become
// trivial, beliefs take their place if `belief_share` is not 0; if they end in a contradiction, their values are taken
// back.
//
// Fewer than 2^32 - 1 literals in all. O(literals) work per sweep; 20 bytes per literal, 12 per clause, 42 per
// variable. `gather` and `recompute` are backend-independent. No clause may contain a literal twice, or a literal and
// its negation (see simplify.hpp). error: bad_input (inconsistent arrays, options out of range), no_device,
// out_of_memory.
[[nodiscard]] survey_result survey(const formula& f, const survey_options& options = {});

// What survey propagation is estimated to take until all variables are fixed, for `auto`.
[[nodiscard]] run_work work_of_survey(std::uint64_t clauses);

}  // namespace amorph::sat
