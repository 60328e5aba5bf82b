// Stochastic local search by probSAT: one walk with many flips per round, or many independent walkers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

enum class walk_strategy : std::uint32_t {
  automatic,  // walkers for small formulas, parallel for large ones
  parallel,   // "together": one assignment; in each round every unsatisfied clause flips one of its variables
  walkers,    // independent assignments, one flip at a time; the first to satisfy the formula wins, by (round, walker)
};
[[nodiscard]] std::optional<walk_strategy> parse_walk_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(walk_strategy s) noexcept;

// The detail of progress in phase "walk", reported between batches of rounds.
struct walk_progress {
  std::uint64_t rounds, flips, unsatisfied;
};

struct walk_options {
  run_options run = {};  // `repeat` is ignored. A stop request ends with walk_result::interrupted
  walk_strategy strategy = walk_strategy::automatic;
  std::uint64_t seed = 0;
  std::uint64_t max_flips = 100'000'000;  // of all walkers together; checked between rounds
  unsigned walkers = 0;                   // 0: 16. Another number is another walk
};

struct walk_statistics : run_statistics {
  unsigned walkers = 0;
  std::uint64_t rounds = 0, flips = 0;
};

struct walk_result {
  bool satisfied = false;
  bool interrupted = false;
  std::uint64_t unsatisfied = 0;  // clauses under `values`; if interrupted: after the last whole round
  // Of all variables, at the end of the walk (of the winner, or the walker with fewest unsatisfied clauses); if
  // interrupted, possibly in the middle of a round.
  std::vector<truth> values;
  walk_statistics stats;
};

// probSAT (Balint, Schöning, SAT 2012): an unsatisfied clause flips one of its variables, chosen by how many clauses
// that breaks. `start`: initial values (unknown or empty: random). Clauses as for survey(), none empty.
//
// Fewer than 2^32 - 1 literals. Backend-independent. error: bad_input, no_device, out_of_memory.
[[nodiscard]] walk_result walk(const formula& f, span<const truth> start, const walk_options& options = {});

}  // namespace amorph::sat
