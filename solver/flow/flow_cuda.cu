// The CUDA module's entry "flow".
#include "amorph/cuda.cuh"
#include "amorph/cuda_entry.hpp"
#include "flow.inl"

namespace amorph::flow {
static const cuda_entry registered("flow", flow_version, &cuda_entry_of<flow_core, flow_problem, flow_answer>);
}  // namespace amorph::flow
