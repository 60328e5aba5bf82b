// New triangles judged by kernels that their makers launch ("Load balancing and dynamic parallelism", IISc 2013, section 5.3):
// compiled apart, for that needs -rdc=true.
//
// How it differs from the report: its threads launch a child each, of 15 threads. On an H200 that took more than half a minute
// for 100,000 points. Here a block launches one child for all that its threads have made, in which a warp has one maker's
// triangles; it is launched without waiting (CUDA 12), and where no launch is to be had (the runtime holds 2048 that wait),
// threads judge what they made themselves.
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/mesh/racing/racing.hpp"

namespace amorph::mesh::refining {
namespace {

constexpr unsigned block = amorph::detail::cuda_block;

__global__ void __launch_bounds__(block) judge_made(chance_view v, std::size_t first, std::size_t tasks) {
  const std::size_t i = first + (blockIdx.x * block + threadIdx.x) / 32;
  if (i >= tasks || v.claims.won[i] == 0) return;
  const made_range made = {v.proposals[i].u, v.proposals[i].edges};
  for (std::uint32_t j = threadIdx.x % 32; j < made.count; j += 32) judge_fresh{v, false}(made.first + j);
}
__global__ void __launch_bounds__(block) take_and_launch(std::size_t tasks, chance_view v) {
  __shared__ bool launched;
  const std::size_t first = blockIdx.x * std::size_t{block}, i = first + threadIdx.x;
  made_range made = {0, 0};
  if (i < tasks && v.claims.won[i] != 0) {
    made = take_task{v}(i);
    // For the child: who has made something, and where that is listed (the point is in, its segment's ends are of no more use).
    if (made.count == 0)
      v.claims.won[i] = 0;
    else
      v.proposals[i].u = made.first;
  }
  if (threadIdx.x == 0) launched = false;
  if (__syncthreads_or(made.count != 0) == 0) return;
  if (threadIdx.x == 0) {
    judge_made<<<32, block, 0, cudaStreamFireAndForget>>>(v, first, tasks);
    launched = cudaGetLastError() == cudaSuccess;
  }
  __syncthreads();
  if (launched) return;
  for (std::uint32_t j = 0; j != made.count; ++j) judge_fresh{v, false}(made.first + j);
}

}  // namespace

void take_with_children(cuda_exec& exec, const chance_view& v, std::size_t tasks) {
  if (tasks == 0) return;
  take_and_launch<<<static_cast<unsigned>((tasks + block - 1) / block), block, 0, exec.stream()>>>(tasks, v);
  amorph::detail::cuda_check(cudaGetLastError(), "launch a kernel");
}

}  // namespace amorph::mesh::refining
