// The CUDA module's entry "walk".
#include "solver/run/run_core.hpp"
#include "solver/sat/walk/walk.inl"

namespace amorph::sat {
static const cuda_entry walk_registered("walk", boundary_version<walk_problem, walk_answer>,
                                        &cuda_run<walk_core, walk_problem, walk_answer>);
}  // namespace amorph::sat
