#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/sssp/sssp.inl"

namespace amorph::paths {
core_entry* sssp_on_cpu() { return &cpu_entry<sssp_core, sssp_problem, sssp_answer>; }
}  // namespace amorph::paths
