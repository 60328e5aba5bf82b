#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/mst/mst.inl"

namespace amorph::mst {
core_entry* mst_on_cpu() { return &cpu_entry<mst_core, mst_problem, mst_answer>; }
}  // namespace amorph::mst
