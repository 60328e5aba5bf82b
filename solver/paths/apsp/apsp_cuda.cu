// The CUDA module's entry "apsp".
#include "amorph/cuda.cuh"
#include "amorph/cuda_entry.hpp"
#include "apsp.inl"

namespace amorph::apsp {
static const cuda_entry registered("apsp", apsp_version, &cuda_entry_of<apsp_core, apsp_problem, apsp_answer>);
}  // namespace amorph::apsp
