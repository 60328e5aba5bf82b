#include "solver/run/run_core.hpp"
#include "solver/sat/walk/walk.inl"

namespace amorph::sat {
run_entry* walk_on_cpu() { return &cpu_run<walk_core, walk_problem, walk_answer>; }
}  // namespace amorph::sat
