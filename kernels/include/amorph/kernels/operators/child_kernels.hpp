// An advance in which threads with long rows launch kernels of their own for them ("Load balancing and dynamic
// parallelism", IISc 2013, section 4.3): device alone. What it is made of is in child_kernels.cuh, which only a source that
// is compiled with -rdc=true reads; such a source instantiates it for the functors that others use.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/operators/frontier.hpp"

namespace amorph {

// What the device's runtime takes for launches from kernels, when a program that makes any begins to: 98 MiB, measured on an
// H200 (no more with further launches, and until the process ends). It is the runtime's and not the executor's to allocate, so
// it is counted as the executor's for as long as this lives. error: out_of_memory.
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

// As advance(); rows of more than `most` edges are a child's, with a thread an edge, the first 2048 of them: that many launches
// the runtime lets wait; the others are walked by the thread that finds them. Needs child_launches to be alive.
template <class F>
void advance_by_children(cuda_exec& exec, const csr& graph, const frontier<cuda_exec>& front, frontier<cuda_exec>& next,
                         std::uint64_t most, F f);

}  // namespace amorph
