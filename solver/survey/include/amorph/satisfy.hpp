// A formula to a model or a refutation: simplification, survey propagation, local search, complete search.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "amorph/backend.hpp"
#include "amorph/complete.hpp"
#include "amorph/formula.hpp"
#include "amorph/span.hpp"

namespace amorph::sat {

enum class method : std::uint32_t { automatic, sp, walk, complete };

// Where a run is: what a line for people is made of.
struct satisfy_progress {
  const char* stage = "";  // "survey propagation", "local search", "complete search"
  std::uint64_t rounds = 0, sweeps = 0, free = 0, variables = 0, flips = 0, unsatisfied = 0;
};

struct satisfy_options {
  method how = method::automatic;
  complete_options complete;  // `stop` is taken from below
  std::uint64_t seed = 0;
  backend where = backend::automatic;
  unsigned threads = 0;                     // of the CPU; 0: all
  std::uint64_t memory_limit = 0;           // bytes; 0: what the machine has
  const std::atomic<bool>* stop = nullptr;  // true: ends soon, with what is known
  std::function<void(const satisfy_progress&)> watch;
};

struct satisfy_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // of a satisfiable formula: a value a variable
  std::string answered_by;   // "simplification", "survey propagation", "local search", "complete search"; none: empty
  bool interrupted = false;  // by `stop`
  std::uint64_t rest_variables = 0, rest_clauses = 0;  // after simplification
  std::uint64_t sweeps = 0, rounds = 0, fixed = 0, released = 0, contradictions = 0, flips = 0, restarts = 0;
  double simplify_ms = 0, survey_ms = 0, walk_ms = 0, complete_ms = 0;
  std::string backend_name = "cpu", strategy, walk_strategy;
  unsigned threads = 1;
  std::uint64_t peak_bytes = 0;
};

// `unsatisfiable` comes from simplification (unit propagation is a proof) and from the complete search alone. error:
// bad_input (check_formula's; a complete search that the build has not), no_device, out_of_memory.
[[nodiscard]] satisfy_result satisfy(const formula& f, const satisfy_options& how = {});

}  // namespace amorph::sat
