// The C boundary between a solver's interface and its core, which runs here or in the CUDA module: plain data, one
// entry.
#pragma once

#include <cstdint>

#include "amorph/boundary_id.hpp"
#include "amorph/kernels/exec/control.hpp"
#include "amorph/kernels/random/hash.hpp"

namespace amorph {

struct run_request {
  std::int32_t device;
  std::uint32_t threads, repeat, strategy;  // strategy: numbered by the solver; afterwards the one that ran
  std::uint64_t memory_limit;
  run_control control;
  // Filled in.
  double* ms;  // `repeat` of them
  double load_ms, finish_ms;
  std::uint64_t peak_bytes;
  std::uint32_t threads_used;
  char backend[128];
};

// Problem and answer are structs of plain arrays, declared by the solver's core.hpp. Returns a status; unless it is ok,
// `message` holds one line.
using run_entry = int(run_request*, const void* problem, void* answer, char* message, std::uint64_t message_size);

// The version under which the module registers an entry: a module built from other headers is refused.
template <class Problem, class Answer>
inline constexpr std::uint32_t boundary_version =
    murmur32(AMORPH_BOUNDARY_ID ^ static_cast<std::uint32_t>(sizeof(Problem) << 16 ^ sizeof(Answer)));

}  // namespace amorph
