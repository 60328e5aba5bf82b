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
  void* sessions;  // of a context on this backend (context_functions); or null
  std::uint32_t
      leave_answer;  // nonzero: the answer contains pointers into the backend's memory, valid until release(lease)
  // Outputs.
  double* ms;  // `repeat` of them
  double load_ms, finish_ms;
  std::uint64_t peak_bytes;
  std::uint32_t threads_used;
  char backend[128];
  void* lease;
  void (*release)(void* lease);
};

// A backend's functions on the sessions of a context (entry "context").
struct context_functions {
  // Return values and messages are those of run_entry.
  int (*create)(std::int32_t device, std::uint32_t threads, void** sessions, char* message, std::uint64_t message_size);
  void (*destroy)(void* sessions);
  // Makes a host array resident: with the caller's `copy` on the device, or a new one if it is null.
  int (*keep)(void* sessions, const void* array, std::uint64_t bytes, const void* copy, char* message,
              std::uint64_t message_size);
  void (*forget)(void* sessions, const void* array);
  // Copies an answer that a run left in the backend's memory to host memory.
  int (*fetch)(void* sessions, void* to, const void* from, std::uint64_t bytes, char* message,
               std::uint64_t message_size);
};
using context_entry = const context_functions*();
inline constexpr std::uint32_t context_version = AMORPH_BOUNDARY_ID ^ sizeof(context_functions);

// Problem and answer are structs of plain arrays, declared by the solver's core.hpp. Returns a status; unless it is ok,
// `message` holds one line.
using run_entry = int(run_request*, const void* problem, void* answer, char* message, std::uint64_t message_size);

// The version under which the module registers an entry; a module built from different headers is refused.
template <class Problem, class Answer>
inline constexpr std::uint32_t boundary_version =
    murmur32(AMORPH_BOUNDARY_ID ^ static_cast<std::uint32_t>(sizeof(Problem) << 16 ^ sizeof(Answer)));

}  // namespace amorph
