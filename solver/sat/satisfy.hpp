// Whether a formula can be satisfied, and how: survey propagation, local search and a complete search, one after the other.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/sat/complete/complete.hpp"
#include "solver/sat/survey/survey.hpp"
#include "solver/sat/walk/walk.hpp"

namespace amorph::sat {

enum class method : std::uint32_t {
  automatic,  // complete at first, for a while, where the formula is small; then survey, walk, and complete to the end
  survey,     // decimation, then a walk on what is left; again with more care until one succeeds
  walk,       // local search alone, from the start
  complete,   // conflict-driven clause learning alone
};
[[nodiscard]] std::optional<method> parse_method(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(method m) noexcept;

// What goes on now; called from the thread that solves.
struct satisfy_progress {
  std::string_view stage;     // "simplify", "survey", "walk", "complete"
  unsigned attempt;           // of survey, from 1
  const survey_round* round;  // of survey, or null
  const walk_progress* walk;  // of a walk, or null
};

struct satisfy_options {
  method how = method::automatic;
  unsigned attempts = 0;  // of survey propagation; 0: as many as the ladder has (see satisfy.cpp), then it gives up
  // Where set, for every attempt instead of the ladder's.
  std::optional<double> fraction, backtrack, epsilon, damping;
  std::optional<unsigned> max_sweeps;
  survey_strategy surveys = survey_strategy::automatic;
  walk_strategy walks = walk_strategy::automatic;
  std::uint64_t max_flips = 0;  // of each walk; 0: as many as suit the formula
  bool simplify = true;         // units and pure literals, duplicates (repeated literals and tautologies always go)
  std::uint64_t seed = 0;
  backend where = backend::automatic;
  unsigned threads = 0;                     // of the CPU; 0: all
  std::uint64_t memory_limit = 0;           // bytes; 0: what the machine has
  const std::atomic<bool>* stop = nullptr;  // true: give up soon
  std::function<void(const satisfy_progress&)> watch;
};

// One attempt at decimation.
struct survey_attempt {
  outcome ended;
  double fraction, backtrack, epsilon;
  std::vector<survey_round> history;
  survey_statistics stats;
};

struct satisfy_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // a value a variable, where satisfiable
  std::string found_by;      // "simplify", "survey", "walk", "complete"; empty if unknown
  bool interrupted = false;
  std::string backend_name;  // where survey and walk ran; "cpu" if neither did
  std::string survey_strategy_name, walk_strategy_name;
  unsigned threads = 0;
  std::uint64_t sweeps = 0, rounds = 0, fixed = 0, released = 0, flips = 0;  // of all attempts together
  std::uint64_t left_variables = 0, left_clauses = 0;                        // of the last decimation, for the walk
  std::vector<survey_attempt> attempts;
  double simplify_ms = 0, survey_ms = 0, walk_ms = 0, complete_ms = 0, ms = 0;
  std::uint64_t peak_bytes = 0;
};

// `unsatisfiable` is only said with proof: by unit propagation, or by the complete search. The same model for the same
// seed on every backend and number of threads, unless a racing strategy is asked for or `stop` ends it.
// error: bad_input (also: method::complete in a build without CaDiCaL), no_device, out_of_memory.
[[nodiscard]] satisfy_result satisfy(const formula& f, const satisfy_options& how = {});

}  // namespace amorph::sat
