// New triangles are classified by child kernels ("Load balancing and dynamic parallelism", IISc 2013, section 5.3). In
// a separate translation unit, since child kernels need -rdc=true.
//
// How it differs from the report: there, every thread launches a child of 15 threads, which took more than half a
// minute for 100,000 points on an H200. Here a block launches one child for all triangles that its threads made, with a
// warp per parent thread. The launch is asynchronous (CUDA 12); if it fails (the runtime holds at most 2048 pending
// launches), threads classify their own triangles.
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/mesh/refine/racing/racing.hpp"

namespace amorph::mesh::refining {
namespace {

constexpr unsigned block = amorph::detail::cuda_block;

__global__ void __launch_bounds__(block) classify_made(racing_view v, std::size_t first, std::size_t tasks) {
  const std::size_t i = first + (blockIdx.x * block + threadIdx.x) / 32;
  if (i >= tasks || v.claims.won[i] == 0) return;
  const made_range made = {v.proposals[i].u, v.proposals[i].edges};
  for (std::uint32_t j = threadIdx.x % 32; j < made.count; j += 32) classify_fresh{v, false}(made.first + j);
}
__global__ void __launch_bounds__(block) insert_and_launch(std::size_t tasks, racing_view v) {
  __shared__ bool launched;
  const std::size_t first = blockIdx.x * std::size_t{block}, i = first + threadIdx.x;
  made_range made = {0, 0};
  if (i < tasks && v.claims.won[i] != 0) {
    made = insert_winner{v}(i);
    // For the child: which tasks made triangles, and where these are listed (in fields that the inserted point no
    // longer needs).
    if (made.count == 0)
      v.claims.won[i] = 0;
    else
      v.proposals[i].u = made.first;
  }
  if (threadIdx.x == 0) launched = false;
  if (__syncthreads_or(made.count != 0) == 0) return;
  if (threadIdx.x == 0) {
    classify_made<<<32, block, 0, cudaStreamFireAndForget>>>(v, first, tasks);
    launched = cudaGetLastError() == cudaSuccess;
  }
  __syncthreads();
  if (launched) return;
  for (std::uint32_t j = 0; j != made.count; ++j) classify_fresh{v, false}(made.first + j);
}

}  // namespace

void insert_with_children(cuda_exec& exec, const racing_view& v, std::size_t tasks) {
  if (tasks == 0) return;
  insert_and_launch<<<static_cast<unsigned>((tasks + block - 1) / block), block, 0, exec.stream()>>>(tasks, v);
  amorph::detail::cuda_check(cudaGetLastError(), "launch a kernel");
}

}  // namespace amorph::mesh::refining
