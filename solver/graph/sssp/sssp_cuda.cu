// The CUDA module's entry "sssp".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/sssp/sssp.inl"

namespace amorph::paths {
static const cuda_entry registered("sssp", sssp_version, &cuda_entry_of<sssp_core, sssp_problem, sssp_answer>);
}  // namespace amorph::paths
