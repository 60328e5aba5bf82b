// The CUDA module's entry "flow".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/maxflow/maxflow.inl"

namespace amorph::flow {
static const cuda_entry registered("flow", flow_version, &cuda_entry_of<flow_core, flow_problem, flow_answer>);
}  // namespace amorph::flow
