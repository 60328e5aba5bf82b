// The kernels that launch kernels, for breadth-first search: compiled apart, for they need -rdc=true.
#include "amorph/kernels/operators/child_kernels.cuh"
#include "solver/graph/bfs/state.hpp"

namespace amorph {
template void advance_by_children(cuda_exec&, const csr&, const frontier<cuda_exec>&, frontier<cuda_exec>&,
                                  std::uint64_t, bfs::claim);
}
