// The CUDA module's entry "apsp".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/apsp/apsp.inl"

namespace amorph::apsp {
static const cuda_entry registered("apsp", apsp_version, &cuda_entry_of<apsp_core, apsp_problem, apsp_answer>);
}  // namespace amorph::apsp
