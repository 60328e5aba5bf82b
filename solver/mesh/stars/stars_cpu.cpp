#include "solver/mesh/stars/stars.inl"

namespace amorph::mesh {
run_entry* stars_on_cpu() { return &cpu_run<stars::delaunay, delaunay_problem, delaunay_answer>; }
}  // namespace amorph::mesh
