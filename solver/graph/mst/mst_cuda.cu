// The CUDA module's entry "mst".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/mst/mst.inl"

namespace amorph::mst {
static const cuda_entry registered("mst", mst_version, &cuda_entry_of<mst_core, mst_problem, mst_answer>);
}  // namespace amorph::mst
