#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/bfs/bfs.inl"
#include "solver/graph/stcon/stcon.inl"

namespace amorph::traversal {
core_entry* bfs_on_cpu() { return &cpu_entry<bfs_core, bfs_problem, bfs_answer>; }
core_entry* stcon_on_cpu() { return &cpu_entry<stcon_core, stcon_problem, stcon_answer>; }
}  // namespace amorph::traversal
