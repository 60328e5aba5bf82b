// The CUDA module's entry "delaunay".
#include "solver/mesh/stars/stars.inl"

namespace amorph::mesh {
template void stars::delaunay<cuda_exec>::solve();
static const cuda_entry stars_registered("delaunay", boundary_version<delaunay_problem, delaunay_answer>,
                                         &cuda_run<stars::delaunay, delaunay_problem, delaunay_answer>);
}  // namespace amorph::mesh
