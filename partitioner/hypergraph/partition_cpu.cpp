#include "partitioner/hypergraph/multilevel.inl"
#include "solver/run/run_core.hpp"

namespace amorph::hypergraph {
run_entry* cpu_entry() { return &cpu_run<multilevel, problem, answer>; }
}  // namespace amorph::hypergraph
