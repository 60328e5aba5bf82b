#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/maxflow/maxflow.inl"

namespace amorph::flow {
core_entry* flow_on_cpu() { return &cpu_entry<flow_core, flow_problem, flow_answer>; }
}  // namespace amorph::flow
