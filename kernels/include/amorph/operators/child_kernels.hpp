// An advance in which threads with long rows launch kernels of their own for them ("Load balancing and dynamic
// parallelism", IISc 2013, section 4.3): device alone. What it is made of is in child_kernels.cuh, which only a source that
// is compiled with -rdc=true reads; such a source instantiates it for the functors that others use.
#pragma once

#include <cstdint>

#include "amorph/cuda.cuh"
#include "amorph/operators/frontier.hpp"

namespace amorph {

// As advance(); rows of more than `most` edges are a child's, with a thread an edge.
template <class F>
void advance_by_children(cuda_exec& exec, const csr& graph, const frontier<cuda_exec>& front, frontier<cuda_exec>& next,
                         std::uint64_t most, F f);

}  // namespace amorph
