// A persistent kernel: one launch for a whole iterative loop, with grid barriers between its steps ("A Study of
// Persistent Threads Style GPU Programming", Gupta, Stuart, Owens, InPar 2012). For loops of many small steps, in which
// launches and read-backs cost more than the work. Compiled by nvcc only.
//
//  persistent(exec, body);   // body(whole_grid grid): all threads of all blocks; every thread passes each barrier
//
// A body may choose its block size: `static constexpr unsigned block = 512;`, and ask for more blocks per
// multiprocessor than its registers would allow: `static constexpr unsigned blocks_each = 3;`. The grid is as large as
// the device can hold at once (cooperative launch), so that the barrier cannot deadlock. Writes before a barrier are
// visible to all threads after it.
#pragma once

#include <cooperative_groups.h>

#include <new>
#include <type_traits>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

class whole_grid {
 public:
  using wide_team = warp_team;  // for few items, whatever the size of other teams
  __device__ static std::size_t thread() { return blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; }
  __device__ static std::size_t threads() { return gridDim.x * std::size_t{blockDim.x}; }
  __device__ static unsigned block() { return blockIdx.x; }
  __device__ static unsigned blocks() { return gridDim.x; }
  __device__ static warp_team team() { return warp_team(static_cast<unsigned>(thread() / 32)); }
  __device__ static std::size_t teams() { return threads() / 32; }
  __device__ static bool first() { return thread() == 0; }
  __device__ static void sync() { cooperative_groups::this_grid().sync(); }
  // A barrier, after which one thread of each block calls f() before the others go on.
  template <class F> __device__ static void sync_then(F f) {
    sync();
    if (threadIdx.x == 0) f();
    __syncthreads();
  }
  // f(T&) for all threads, with one T(arguments...) per block in shared memory, changed in sync_then() alone. What a
  // loop carries from step to step is the same for all threads; a copy for each would take more cache than there is.
  template <class T, class F, class... Arguments> __device__ static void with_shared(F f, Arguments... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    __shared__ alignas(T) unsigned char memory[sizeof(T)];
    if (threadIdx.x == 0) new (memory) T(arguments...);
    __syncthreads();
    f(*reinterpret_cast<T*>(memory));
    __syncthreads();
  }
  __device__ static void report(const char*, std::uint64_t, std::uint64_t = 0) {}  // progress: on the CPU alone

  // f(i) and f(team, i) for i in 0 .. n-1: the share of this thread or team.
  template <class F> __device__ static void for_each(std::size_t n, F f) {
    for (std::size_t i = thread(); i < n; i += threads()) f(i);
  }
  template <class F> __device__ static void for_each_team(std::size_t n, F f) {
    const warp_team self = team();
    for (std::size_t i = self.index(); i < n; i += teams()) f(self, i);
  }
  // f(single, i) for bodies that append to lists, and f(team, i) for teams of another size than a warp.
  template <class F> __device__ static void for_each_single(std::size_t n, F f) {
    for (std::size_t i = thread(); i < n; i += threads()) f(thread_team(0), i);
  }
  // (All threads of a block take part in the loops of a block team.)
  using block_team = block_of<detail::cuda_block>;
  template <class Team, class F> __device__ static void for_each_team(std::size_t n, F f) {
    const Team self(static_cast<unsigned>(thread() / Team::size()));
    for (std::size_t i = self.index(); i < n; i += threads() / Team::size()) f(self, i);
  }
  // Adds to *to the values that f(team, i) returns, from one member of each team (the others return 0): one atomic
  // addition per warp.
  template <class Team, class F> __device__ static void add_up(std::size_t n, std::int64_t* to, F f) {
    std::int64_t sum = 0;
    for_each_team<Team>(n, [&](Team self, std::size_t i) { sum += f(self, i); });
    sum = warp_team::reduce_add(sum);
    if (sum != 0 && warp_team::rank() == 0) atomic_add(to, sum);
  }
};

// A group of blocks of a persistent kernel with its own barrier, so that several loops run side by side. Share i has
// the blocks i * blocks() to (i + 1) * blocks() - 1.
class grid_share {
 public:
  // `arrivals`: a word of this share's own in device memory, 0 when the kernel starts.
  __device__ grid_share(unsigned blocks, unsigned* arrivals) : blocks_(blocks), arrivals_(arrivals) {}

  [[nodiscard]] __device__ unsigned block() const { return blockIdx.x % blocks_; }
  [[nodiscard]] __device__ unsigned blocks() const { return blocks_; }
  [[nodiscard]] __device__ std::size_t thread() const { return block() * std::size_t{blockDim.x} + threadIdx.x; }
  [[nodiscard]] __device__ std::size_t threads() const { return blocks_ * std::size_t{blockDim.x}; }
  [[nodiscard]] __device__ bool first() const { return thread() == 0; }
  // Writes before the barrier are visible to all threads of the share after it. All of its blocks run, because the
  // launch is cooperative.
  __device__ void sync() {
    expected_ += blocks_;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(arrivals_, 1u);
      while (static_cast<int>(atomic_load_acquire(arrivals_) - expected_) < 0) {}  // may wrap around
      __threadfence();
    }
    __syncthreads();
  }

 private:
  unsigned blocks_;
  unsigned* arrivals_;
  unsigned expected_ = 0;
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
    return 0;  // no limit on registers
}
// The body stays a parameter: a copy of it in each thread's local memory would not fit into the caches either.
template <class F>
__global__ void __launch_bounds__(block_size_of<F>(), blocks_each_of<F>())
    persistent_kernel(const __grid_constant__ F f) {
  f(whole_grid());
}
template <class F> void launch_persistent(cuda_exec& exec, F& body, unsigned blocks, std::size_t shared) {
  void* arguments[] = {&body};
  cuda_check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&persistent_kernel<F>), dim3(blocks),
                                         dim3(block_size_of<F>()), arguments, shared, exec.stream()),
             "launch a persistent kernel");
}
}  // namespace detail

// `most`: the maximum number of blocks per multiprocessor; a barrier among fewer blocks is faster. `shared`: bytes of
// dynamic shared memory per block (extern __shared__), beside what the body declares.
template <class F> void persistent(cuda_exec& exec, F body, int most = 32, std::size_t shared = 0) {
  if (shared != 0)
    detail::cuda_check(cudaFuncSetAttribute(detail::persistent_kernel<F>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(shared)),
                       "set the shared memory of a kernel");
  const int each = exec.resident_each(detail::persistent_kernel<F>, detail::block_size_of<F>(), shared);
  const auto blocks = static_cast<unsigned>(std::min(each, most) * exec.multiprocessors());
  detail::launch_persistent(exec, body, blocks, shared);
}

// For loops over at most `items`: no more threads than items, because a barrier among fewer blocks is faster.
template <class F> void persistent_over(cuda_exec& exec, std::size_t items, F body) {
  static const unsigned full = exec.resident(detail::persistent_kernel<F>);
  const std::size_t blocks = (items + detail::cuda_block - 1) / detail::cuda_block;
  detail::launch_persistent(exec, body, static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, full)), 0);
}

}  // namespace amorph
