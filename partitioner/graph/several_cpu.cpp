#include "partitioner/graph/several.inl"
#include "solver/run/run_core.hpp"

namespace amorph::partition {
run_entry* several_cpu_entry() { return &cpu_run<multilevel_several, problem, answer>; }
}  // namespace amorph::partition
