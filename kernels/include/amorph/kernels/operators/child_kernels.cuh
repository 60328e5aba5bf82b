// advance_by_children() by dynamic parallelism of CUDA. For sources compiled with -rdc=true only.
//
// How it differs from the report: children are launched without waiting for them ("fire and forget", CUDA 12), because
// the parent does not complete before they do. The runtime queues up to 2048 pending launches; a step makes no more,
// because a launch that finds the queue full takes long to fail. A thread whose launch is beyond the limit or fails
// visits its row itself.
#pragma once

#include "amorph/kernels/operators/child_kernels.hpp"
#include "amorph/kernels/operators/insertion.hpp"

namespace amorph {

namespace detail {

template <class Visit>
__global__ void __launch_bounds__(cuda_block)
    child_kernel(const std::uint32_t* to, std::uint32_t from, std::uint64_t begin, std::uint64_t end, Visit visit) {
  const warp_team team(0);
  for (std::uint64_t base = begin + blockIdx.x * std::uint64_t{cuda_block} + threadIdx.x / 32 * 32; base < end;
       base += gridDim.x * std::uint64_t{cuda_block}) {
    const std::uint64_t e = base + team.rank();
    visit(team, e < end, from, e, e < end ? to[e] : 0, 0);
  }
}

inline constexpr std::uint32_t most_launches = 2048;
template <class Visit> struct visit_or_launch {
  csr graph;
  const std::uint32_t* list;
  std::size_t n;
  std::uint64_t most;
  std::uint32_t* launches;
  Visit visit;
  __device__ void operator()(warp_team team, std::size_t t) const {
    const std::size_t i = t * 32 + team.rank();
    const std::uint32_t v = i < n ? list[i] : 0;
    std::uint64_t e = i < n ? graph.begin[v] : 0;
    const std::uint64_t end = i < n ? graph.begin[v + std::size_t{1}] : 0;
    if (end - e > most && atomic_add(launches, 1) < most_launches) {
      const std::uint64_t blocks = (end - e + cuda_block - 1) / cuda_block;
      child_kernel<Visit>
          <<<static_cast<unsigned>(blocks < 1024 ? blocks : 1024), cuda_block, 0, cudaStreamFireAndForget>>>(
              graph.to.data(), v, e, end, visit);
      if (cudaGetLastError() == cudaSuccess) e = end;
    }
    for (; team.any(e < end); ++e) visit(team, e < end, v, e, e < end ? graph.to[e] : 0, 0);
  }
};

}  // namespace detail

template <class F>
void advance_by_children(cuda_exec& exec, const csr& graph, const frontier<cuda_exec>& front, frontier<cuda_exec>& next,
                         std::uint64_t most, F f) {
  using visit = detail::visit_and_append<F>;
  const visit v{f, {next.data(), next.begin_writing(), next.capacity()}, nullptr};
  const cuda_exec::buffer<std::uint32_t> launches(exec, 1);
  exec.fill(launches.span(), 0);
  exec.for_each_team(
      detail::tiles(front.size(), 32),
      detail::visit_or_launch<visit>{graph, front.vertices().data(), front.size(), most, launches.data(), v});
  next.end_writing();
}

}  // namespace amorph
