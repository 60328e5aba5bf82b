// Survey propagation: decimation of large random k-SAT formulas near the threshold of satisfiability, with backtracking.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

// How the products of surveys at a literal are made in each sweep.
enum class survey_strategy : std::uint32_t {
  automatic,  // gather
  gather,     // a variable reads its clauses' surveys: no atomics, the same answer everywhere
  recompute,  // products are not kept: each edge goes over its literal's clauses ("edge caching off")
  atomic,     // a clause multiplies into its literals' products by compare-and-swap: another rounding each time
  unsynchronised,  // the same by plain loads and stores: factors get lost ("Atomic-free Irregular Computations on GPUs", 4.1)
};
[[nodiscard]] std::optional<survey_strategy> parse_survey_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(survey_strategy s) noexcept;

// After a round; called from the thread that decimates.
struct survey_round {
  std::uint32_t sweeps;   // of this round
  bool settled;           // all surveys changed by less than epsilon in the last of them
  bool released;          // variables were released in this round, not fixed
  std::uint64_t free;     // variables without a value after it
  std::uint64_t clauses;  // not satisfied yet, after it
  double magnetisation;   // the mean over free variables of the greater of their two biases, before it
};

struct survey_options {
  double fraction = 0.01;       // of the variables are fixed or released in a round; in (0, 1]
  double backtrack = 0;         // rounds that release for each that fixes; in [0, 1)
  double epsilon = 0.03;        // surveys that change by less have settled; in (0, 1)
  unsigned max_sweeps = 100;    // of a round; then it goes on with surveys as they are
  double damping = 0;           // how much of its old value a survey keeps; in [0, 1)
  unsigned contradictions = 0;  // how many to survive: the round is undone, and the next one releases
  unsigned most_unsettled = 0;  // rounds in a row that may reach max_sweeps (damped from the third on); 0: any number
  std::uint64_t most_updates = 0;  // clauses swept, summed over all sweeps, after which no round begins; 0: any number
  std::uint64_t seed = 0;
  backend where = backend::automatic;
  unsigned threads = 0;            // of the CPU; 0: all
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine has
  survey_strategy how = survey_strategy::automatic;
  const std::atomic<bool>* stop = nullptr;  // looked at every few milliseconds; true ends with outcome::interrupted
  std::function<void(const survey_round&)> watch;
};

struct survey_statistics {
  std::string backend_name, strategy;  // "cpu", or "cuda (NVIDIA ...)"; the strategy that ran
  unsigned threads = 0;
  std::uint64_t sweeps = 0, rounds = 0;
  std::uint64_t unsettled = 0;            // rounds that reached max_sweeps
  std::uint64_t fixed = 0, released = 0;  // variables, each time that it happened; fixed by propagation too
  std::uint64_t contradictions = 0;
  std::uint64_t clause_updates = 0;  // clauses swept, summed over the sweeps
  double load_ms = 0, solve_ms = 0, finish_ms = 0;
  double sweep_ms = 0;  // of solve_ms, what the sweeps took
  std::uint64_t peak_bytes = 0;
};

enum class outcome : std::uint32_t {
  assigned,       // every clause is satisfied; free variables may have any value
  paramagnetic,   // all surveys of what is left are trivial: local search finds the rest
  contradiction,  // unit propagation emptied a clause
  unsettled,      // surveys swing or creep, round after round: what they say is worth little
  exhausted,      // too many rounds (releasing goes as fast as fixing), or as many updates as were allowed
  interrupted,
};
[[nodiscard]] std::string_view to_string(outcome o) noexcept;

struct survey_result {
  outcome ended = outcome::assigned;
  std::vector<truth> values;  // a variable: what was fixed, unknown where free
  std::vector<truth> likely;  // a variable: its value if it has one, else the side that it leans to
  host_array<std::uint32_t>
      left;  // clauses that `values` do not satisfy, ascending; after a contradiction: before its round
  std::vector<survey_round> history;
  survey_statistics stats;
};

// Survey propagation of Braunstein, Mézard and Zecchina (Random Structures and Algorithms 27, 2005), in synchronous sweeps,
// then the most biased variables are fixed, units propagated, and so on; with backtracking after Marino, Parisi and
// Ricci-Tersenghi (Nature Communications 7, 2016): some rounds release the fixed variables that are now least certain.
//
// Fewer than 2^32 - 1 literals in all. O(literals) work a sweep; 20 bytes a literal, 12 a clause and 42 a variable. The same
// for every backend and number of threads with `gather` and `recompute`. No clause may hold a literal twice, or with its negation (see
// simplify.hpp).
// error: bad_input (arrays that contradict one another, options out of range), no_device, out_of_memory.
[[nodiscard]] survey_result survey(const formula& f, const survey_options& how = {});

}  // namespace amorph::sat
