// Child kernels of breadth-first search: compiled separately, because they need -rdc=true.
#include "amorph/kernels/operators/child_kernels.cuh"
#include "solver/graph/bfs/state.hpp"

namespace amorph {
template void advance_by_children(cuda_exec&, const csr&, const frontier<cuda_exec>&, frontier<cuda_exec>&,
                                  std::uint64_t, bfs::claim);
}
