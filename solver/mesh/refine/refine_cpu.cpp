#include "solver/mesh/refine/refine.inl"
#include "solver/run/run_core.hpp"

namespace amorph::mesh {
run_entry* refine_on_cpu() { return &cpu_run<refining::refinement, refine_problem, refine_answer>; }
}  // namespace amorph::mesh
