#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/apsp/apsp.inl"

namespace amorph::apsp {
core_entry* apsp_on_cpu() { return &cpu_entry<apsp_core, apsp_problem, apsp_answer>; }
}  // namespace amorph::apsp
