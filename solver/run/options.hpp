// What every solver and the partitioner are told about a run: where, how much, when to stop, whom to tell.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph {

// How far a phase is. `detail` is a struct that the solver's own header names, or null; it is valid during the call.
struct progress {
  const char* phase = "";
  std::uint64_t done = 0, total = 0;  // total 0: unknown
  const void* detail = nullptr;
};

struct run_options {
  amorph::backend backend = amorph::backend::automatic;
  int device = 0;                  // number of the CUDA device
  unsigned threads = 0;            // of the CPU; 0: all
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine has
  unsigned repeat = 1;             // solve so many times, for the times; the answer is the same each time
  // Set to true from any thread, it ends the run early with error(interrupted), within milliseconds on the CPU and after the
  // kernel that runs on a device.
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const amorph::progress&)> progress = {};  // called from the thread that solves
};

}  // namespace amorph
