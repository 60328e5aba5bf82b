#include "partitioner/graph/multilevel.inl"
#include "solver/run/run_core.hpp"

namespace amorph::partition {
run_entry* cpu_entry() { return &cpu_run<multilevel, problem, answer>; }
}  // namespace amorph::partition
