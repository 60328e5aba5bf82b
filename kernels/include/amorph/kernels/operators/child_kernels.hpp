// An advance in which threads with long rows launch child kernels for them ("Load balancing and dynamic parallelism",
// IISc 2013, section 4.3); device only. The implementation, child_kernels.cuh, is included only by sources compiled
// with -rdc=true; such a source instantiates it for the functors that others use.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/operators/frontier.hpp"

namespace amorph {

// The memory that the device runtime reserves when a program first launches kernels from kernels: 98 MiB, measured on
// an H200 (constant, until the process ends). The runtime allocates it, not the executor; this object charges it to the
// executor's memory limit. Throws out_of_memory.
class child_launches {
 public:
  static constexpr std::uint64_t bytes = std::uint64_t{98} << 20;
  explicit child_launches(cuda_exec& exec) : exec_(&exec) { exec.memory().take(bytes); }
  child_launches(const child_launches&) = delete;
  child_launches& operator=(const child_launches&) = delete;
  ~child_launches() { exec_->memory().give(bytes); }

 private:
  cuda_exec* exec_;
};

// As advance(); rows of more than `most` edges are visited by a child kernel with one thread per edge, up to 2048 of
// them, the number of launches that the runtime can queue. The remaining long rows are visited by the threads that find
// them. Requires a live child_launches object.
template <class F>
void advance_by_children(cuda_exec& exec, const csr& graph, const frontier<cuda_exec>& front, frontier<cuda_exec>& next,
                         std::uint64_t most, F f);

}  // namespace amorph
