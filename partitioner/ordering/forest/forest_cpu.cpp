#include "partitioner/ordering/forest/forest.inl"
#include "solver/run/run_core.hpp"

namespace amorph::ordering {
run_entry* forest_cpu_entry() { return &cpu_run<forest, forest_problem, forest_answer>; }
}  // namespace amorph::ordering
