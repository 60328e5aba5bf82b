// New triangles judged by kernels that their makers launch ("Load balancing and dynamic parallelism", IISc 2013, section 5.3):
// compiled apart, for that needs -rdc=true.
//
// How it differs from the report: a child has a warp's threads instead of 15, and is launched without waiting (CUDA 12); where no
// launch is to be had (the runtime holds 2048 that wait), the thread judges what it made itself.
#include "amorph/cuda.cuh"
#include "chance.hpp"

namespace amorph::mesh::refining {
namespace {

__global__ void __launch_bounds__(32) judge_made(chance_view v, made_range made) {
  for (std::uint32_t j = threadIdx.x; j < made.count; j += 32) judge_fresh{v, false}(made.first + j);
}
__global__ void __launch_bounds__(amorph::detail::cuda_block) take_and_launch(std::size_t tasks, chance_view v) {
  const std::size_t i = blockIdx.x * std::size_t{amorph::detail::cuda_block} + threadIdx.x;
  if (i >= tasks || v.claims.won[i] == 0) return;
  const made_range made = take_task{v}(i);
  if (made.count == 0) return;
  judge_made<<<1, 32, 0, cudaStreamFireAndForget>>>(v, made);
  if (cudaGetLastError() == cudaSuccess) return;
  for (std::uint32_t j = 0; j != made.count; ++j) judge_fresh{v, false}(made.first + j);
}

}  // namespace

void take_with_children(cuda_exec& exec, const chance_view& v, std::size_t tasks) {
  if (tasks == 0) return;
  const auto blocks = static_cast<unsigned>((tasks + amorph::detail::cuda_block - 1) / amorph::detail::cuda_block);
  take_and_launch<<<blocks, amorph::detail::cuda_block, 0, exec.stream()>>>(tasks, v);
  amorph::detail::cuda_check(cudaGetLastError(), "launch a kernel");
}

}  // namespace amorph::mesh::refining
