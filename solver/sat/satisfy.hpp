// Satisfiability of a formula: survey propagation, local search and a complete solver in sequence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "solver/sat/complete/complete.hpp"
#include "solver/sat/survey/survey.hpp"
#include "solver/sat/walk/walk.hpp"

namespace amorph::sat {

enum class method : std::uint32_t {
  automatic,  // complete, with a limit, if the formula is small; then survey, walk, and hybrid
  survey,    // decimation, then local search on the residual formula; attempts with other parameters until one succeeds
  walk,      // local search alone, from the start
  complete,  // conflict-driven clause learning alone
  hybrid,    // local search and clause learning side by side (hybrid.hpp)
};
[[nodiscard]] std::optional<method> parse_method(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(method m) noexcept;
// Whether it is refused without CaDiCaL.
[[nodiscard]] constexpr bool needs_complete(method m) noexcept { return m == method::complete || m == method::hybrid; }

// The detail of progress in phases "simplify", "survey", "walk" and "complete"; also reported, with neither round nor
// walk, when a phase begins.
struct satisfy_progress {
  unsigned attempt;           // at decimation, from 1
  const survey_round* round;  // of phase "survey", or null
  const walk_progress* walk;  // of phase "walk", or null
};

struct satisfy_options {
  run_options run = {};  // `repeat` is ignored. A stop request ends with satisfy_result::interrupted
  sat::method method = sat::method::automatic;
  survey_strategy surveys = survey_strategy::automatic;
  walk_strategy walks = walk_strategy::automatic;
  std::uint64_t seed = 0;
  std::vector<std::int32_t> devices = {};  // that share the formula in survey propagation: see survey_options
  unsigned attempts = 0;  // at decimation; 0: the whole schedule (schedule.hpp). hybrid: rounds; 0: no limit
  // If set, for every attempt in place of the schedule's.
  std::optional<double> fraction, backtrack, epsilon, damping;
  std::optional<unsigned> max_sweeps;
  std::uint64_t max_flips = 0;  // per walk; 0: by the size of the formula
  unsigned walkers = 0;         // of local search; 0: 16. Another number may give another model
  bool simplify =
      true;  // units, pure literals, duplicates (without: repeated literals and tautologies are still dropped)
  proof_log* proof = nullptr;  // a proof, in the formula's own variables, if the result is `unsatisfiable`
};

// One attempt at decimation.
struct survey_attempt {
  outcome ended;
  bool guided;
  double fraction, backtrack, epsilon;
  std::vector<survey_round> history;
  survey_statistics stats;
};

// One search by one method; satisfy() makes them one after the other.
struct search_step {
  sat::method method;                        // survey, walk or complete
  std::uint32_t variables = 0;               // of the formula that it searches: simplified, or what a decimation left
  std::uint64_t clauses = 0;                 // of the same
  unsigned walkers = 0;                      // of a walk
  std::uint64_t flips = 0, unsatisfied = 0;  // of a walk; clauses, by its best assignment
  std::uint64_t sweeps = 0;                  // of survey propagation
  std::uint64_t conflicts = 0;               // that the complete solver may have; 0: no limit
  double ms = 0;
};

struct satisfy_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // if satisfiable: one value per variable
  std::string found_by;      // "simplify", "survey", "walk", "complete"; empty if unknown
  bool interrupted = false;
  run_statistics stats;  // of surveys and walks together; `ms`: one time, of all that satisfy() does
  std::string survey_strategy_name, walk_strategy_name;
  std::uint64_t sweeps = 0, rounds = 0, fixed = 0, unfixed = 0, flips = 0;  // sums over all attempts
  std::uint64_t halo_bytes = 0;                                             // the same, between several devices
  std::uint64_t residual_variables = 0, residual_clauses = 0;               // of the last decimation
  std::vector<std::int32_t> devices;  // that shared the formula; empty: one had it all
  std::vector<search_step> steps;     // in their order
  std::vector<survey_attempt> attempts;
  double simplify_ms = 0, survey_ms = 0, walk_ms = 0, complete_ms = 0;
};

// `unsatisfiable` is only answered with proof: by unit propagation, or by the complete solver. The same seed gives the
// same model on every backend and number of threads, unless a racing strategy is chosen or a stop request ends the
// search. error: bad_input (also: complete and hybrid in a build without CaDiCaL), no_device, out_of_memory.
[[nodiscard]] satisfy_result satisfy(const formula& f, const satisfy_options& options = {});

}  // namespace amorph::sat
