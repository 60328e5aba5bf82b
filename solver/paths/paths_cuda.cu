// The CUDA module's entry "sssp".
#include "amorph/cuda.cuh"
#include "amorph/cuda_entry.hpp"
#include "sssp.inl"

namespace amorph::paths {
static const cuda_entry registered("sssp", sssp_version, &cuda_entry_of<sssp_core, sssp_problem, sssp_answer>);
}  // namespace amorph::paths
