// A persistent kernel: one launch that stays on the device for a whole loop, its steps parted by a barrier over the
// grid. Where a loop's steps are small, launches and looks from the host cost more than the work. Read by nvcc alone.
//
//   persistent(exec, body);   // body(whole_grid grid): all threads of all blocks; every thread passes each barrier
//
// A body that needs blocks of another size than the executor's says so: `static constexpr unsigned block = 512;`.
// One of which more blocks should be on a multiprocessor than its registers allow: `static constexpr unsigned blocks_each = 4;`.
// The grid is as large as the device holds at once (cooperative launch), so the barrier cannot deadlock. What was
// written before a barrier is seen by all after it.
#pragma once

#include <cooperative_groups.h>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

class whole_grid {
 public:
  __device__ static std::size_t thread() { return blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; }
  __device__ static std::size_t threads() { return gridDim.x * std::size_t{blockDim.x}; }
  __device__ static warp_team team() { return warp_team(static_cast<unsigned>(thread() / 32)); }
  __device__ static std::size_t teams() { return threads() / 32; }
  __device__ static bool first() { return thread() == 0; }
  __device__ static void sync() { cooperative_groups::this_grid().sync(); }

  // f(i) for i in 0 .. n-1, and f(team, i): this thread's, or team's, share.
  template <class F> __device__ static void for_each(std::size_t n, F f) {
    for (std::size_t i = thread(); i < n; i += threads()) f(i);
  }
  template <class F> __device__ static void for_each_team(std::size_t n, F f) {
    const warp_team mine = team();
    for (std::size_t i = mine.index(); i < n; i += teams()) f(mine, i);
  }
  // f(single, i) for bodies that append to lists, and f(team, i) for teams of another size than a warp's.
  template <class F> __device__ static void for_each_single(std::size_t n, F f) {
    for (std::size_t i = thread(); i < n; i += threads()) f(thread_team(0), i);
  }
  // (Every thread of a block passes the loops of a block's team.)
  using block_team = block_of<detail::cuda_block>;
  template <class Team, class F> __device__ static void for_each_team(std::size_t n, F f) {
    const Team mine(static_cast<unsigned>(thread() / Team::size()));
    for (std::size_t i = mine.index(); i < n; i += threads() / Team::size()) f(mine, i);
  }
  // Adds to *to what f(team, i) returns, from one member of each team (the others return 0): one addition a warp.
  template <class Team, class F> __device__ static void add_up(std::size_t n, std::int64_t* to, F f) {
    std::int64_t sum = 0;
    for_each_team<Team>(n, [&](Team mine, std::size_t i) { sum += f(mine, i); });
    sum = warp_team::reduce_add(sum);
    if (sum != 0 && warp_team::rank() == 0) atomic_add(to, sum);
  }
};

namespace detail {
template <class F> constexpr unsigned block_size_of() {
  if constexpr (requires { F::block; })
    return F::block;
  else
    return cuda_block;
}
template <class F> constexpr unsigned blocks_each_of() {
  if constexpr (requires { F::blocks_each; })
    return F::blocks_each;
  else
    return 0;  // as many registers as it likes
}
template <class F> __global__ void __launch_bounds__(block_size_of<F>(), blocks_each_of<F>()) persistent_kernel(F f) {
  f(whole_grid());
}
template <class F> void launch_persistent(cuda_exec& exec, F& body, unsigned blocks, std::size_t shared) {
  void* arguments[] = {&body};
  cuda_check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&persistent_kernel<F>), dim3(blocks),
                                         dim3(block_size_of<F>()), arguments, shared, exec.stream()),
             "launch a persistent kernel");
}
}  // namespace detail

// `most`: blocks per multiprocessor at most; a barrier among fewer is sooner passed. `shared`: bytes of shared memory that
// a block finds under an extern __shared__ array, beside what it declares.
template <class F> void persistent(cuda_exec& exec, F body, int most = 32, std::size_t shared = 0) {
  if (shared != 0)
    detail::cuda_check(cudaFuncSetAttribute(detail::persistent_kernel<F>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(shared)),
                       "give a kernel shared memory");
  int each = 0;
  detail::cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, detail::persistent_kernel<F>,
                                                                   detail::block_size_of<F>(), shared),
                     "query a kernel");
  const auto blocks = static_cast<unsigned>(std::min(each, most) * exec.multiprocessors());
  detail::launch_persistent(exec, body, blocks, shared);
}

// For loops over at most `items`: no more threads than that, for a barrier among fewer is sooner passed.
template <class F> void persistent_over(cuda_exec& exec, std::size_t items, F body) {
  static const unsigned full = exec.resident(detail::persistent_kernel<F>);
  const std::size_t blocks = (items + detail::cuda_block - 1) / detail::cuda_block;
  detail::launch_persistent(exec, body, static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, full)), 0);
}

}  // namespace amorph
