// The CUDA module's entry "order".
#include "solver/run/run_core.hpp"

#include "partitioner/ordering/forest/forest.inl"

namespace amorph::ordering {
static const cuda_entry registered("order", boundary_version<forest_problem, forest_answer>,
                                   &cuda_run<forest, forest_problem, forest_answer>);
}  // namespace amorph::ordering
