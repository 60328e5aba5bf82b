// A persistent kernel: one launch that stays on the device for a whole loop, its steps parted by a barrier over the
// grid. Where a loop's steps are small, launches and looks from the host cost more than the work. Read by nvcc alone.
//
//   persistent(exec, body);   // body(whole_grid grid): all threads of all blocks; every thread passes each barrier
//
// A body that needs blocks of another size than the executor's says so: `static constexpr unsigned block = 512;`.
// The grid is as large as the device holds at once (cooperative launch), so the barrier cannot deadlock. What was
// written before a barrier is seen by all after it.
#pragma once

#include <cooperative_groups.h>

#include "amorph/cuda.cuh"

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
};

namespace detail {
template <class F> constexpr unsigned block_size_of() {
  if constexpr (requires { F::block; })
    return F::block;
  else
    return cuda_block;
}
template <class F> __global__ void __launch_bounds__(block_size_of<F>()) persistent_kernel(F f) { f(whole_grid()); }
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
  void* arguments[] = {&body};
  detail::cuda_check(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&detail::persistent_kernel<F>), dim3(blocks),
                                  dim3(detail::block_size_of<F>()), arguments, shared, exec.stream()),
      "launch a persistent kernel");
}

}  // namespace amorph
