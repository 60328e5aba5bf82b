// The CUDA module's entry "mst".
#include "amorph/cuda.cuh"
#include "amorph/cuda_entry.hpp"
#include "mst.inl"

namespace amorph::mst {
static const cuda_entry registered("mst", mst_version, &cuda_entry_of<mst_core, mst_problem, mst_answer>);
}  // namespace amorph::mst
