// The CUDA module's entry "refine".
#include "solver/mesh/refine/refine.inl"
#include "solver/run/run_core.hpp"

namespace amorph::mesh {
static const cuda_entry refine_registered("refine", boundary_version<refine_problem, refine_answer>,
                                          &cuda_run<refining::refinement, refine_problem, refine_answer>);
}  // namespace amorph::mesh
