// Options of a run, for every solver and the partitioner.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "amorph/kernels/backend/backend.hpp"
#include "solver/run/work.hpp"

namespace amorph {

class context;

// The progress of a phase. `detail` is a struct that the solver's header names, or null; it is valid during the call.
struct progress {
  const char* phase = "";
  std::uint64_t done = 0, total = 0;  // total 0: unknown
  const void* detail = nullptr;
};

struct run_options {
  // automatic: the one with the lower estimated time, including the start of a device that is not started yet.
  amorph::backend backend = amorph::backend::automatic;
  int device = 0;                      // number of the CUDA device
  unsigned threads = 0;                // CPU threads; 0: all
  std::uint64_t memory_limit = 0;      // bytes; 0: the memory of the machine
  unsigned repeat = 1;                 // solve several times, to measure; the answer is the same each time
  amorph::context* context = nullptr;  // owner of resident inputs; the run uses its device and threads
  // Stop token: if any thread sets it, the run ends with error(interrupted), within milliseconds on the CPU and after
  // the running kernel on a device.
  const std::atomic<bool>* stop = nullptr;
  // Called as often as the token is read, by any thread of the run; true ends the run like the token.
  std::function<bool()> stop_if = {};
  std::function<void(const amorph::progress&)> progress = {};  // called from the thread that solves

  [[nodiscard]] bool can_stop() const noexcept { return stop != nullptr || stop_if; }
  [[nodiscard]] bool stop_requested() const noexcept {
    return (stop != nullptr && stop->load(std::memory_order_relaxed)) || (stop_if && stop_if());
  }
};

}  // namespace amorph
