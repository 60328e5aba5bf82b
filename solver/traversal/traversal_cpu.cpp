#include "amorph/cpu.hpp"
#include "bfs.inl"
#include "stcon.inl"

namespace amorph::traversal {
core_entry* bfs_on_cpu() { return &cpu_entry<bfs_core, bfs_problem, bfs_answer>; }
core_entry* stcon_on_cpu() { return &cpu_entry<stcon_core, stcon_problem, stcon_answer>; }
}  // namespace amorph::traversal
