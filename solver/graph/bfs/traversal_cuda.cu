// The CUDA module's entries "bfs" and "stcon".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/bfs/bfs.inl"
#include "solver/graph/stcon/stcon.inl"

namespace amorph::traversal {
static const cuda_entry bfs_registered("bfs", bfs_version, &cuda_entry_of<bfs_core, bfs_problem, bfs_answer>);
static const cuda_entry stcon_registered("stcon", stcon_version,
                                         &cuda_entry_of<stcon_core, stcon_problem, stcon_answer>);
}  // namespace amorph::traversal
