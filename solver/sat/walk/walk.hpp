// Stochastic local search: probSAT's walk, by many flips at once or by many walkers.
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

enum class walk_strategy : std::uint32_t {
  automatic,  // walkers for small formulas, together for large ones
  together,   // one assignment; in each round every unsatisfied clause flips one of its variables
  walkers,    // assignments of their own, one flip at a time; the first that satisfies the formula wins
};
[[nodiscard]] std::optional<walk_strategy> parse_walk_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(walk_strategy s) noexcept;

struct walk_progress {
  std::uint64_t rounds, flips, unsatisfied;
};

struct walk_options {
  std::uint64_t max_flips = 100'000'000;  // of all walkers together; looked at between rounds
  unsigned walkers = 0;                   // 0: 64
  std::uint64_t seed = 0;
  backend where = backend::automatic;
  unsigned threads = 0;            // of the CPU; 0: all
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine has
  walk_strategy how = walk_strategy::automatic;
  const std::atomic<bool>* stop = nullptr;  // looked at every few milliseconds
  std::function<void(const walk_progress&)> watch;
};

struct walk_statistics {
  std::string backend_name, strategy;
  unsigned threads = 0;
  std::uint64_t rounds = 0, flips = 0;
  double load_ms = 0, solve_ms = 0, finish_ms = 0;
  std::uint64_t peak_bytes = 0;
};

struct walk_result {
  bool satisfied = false;
  bool interrupted = false;
  std::uint64_t unsatisfied = 0;  // clauses under `values`; if interrupted: after the last whole round
  // Of all variables: the last of the walk (of the winner, or the walker with fewest unsatisfied clauses); if interrupted,
  // what they were in the midst of a round.
  std::vector<truth> values;
  walk_statistics stats;
};

// probSAT (Balint, Schöning, SAT 2012): an unsatisfied clause flips one of its variables, chosen by how many clauses that
// breaks. `start`: values to begin with (unknown or none: by chance). Clauses as survey() needs them, none empty.
//
// Fewer than 2^32 - 1 literals. The same for every backend and number of threads. error: bad_input, no_device,
// out_of_memory.
[[nodiscard]] walk_result walk(const formula& f, span<const truth> start, const walk_options& how = {});

}  // namespace amorph::sat
