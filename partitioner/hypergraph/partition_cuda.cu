// The CUDA module's entry "hypergraph".
#include "solver/run/run_core.hpp"

#include "partitioner/hypergraph/multilevel.inl"

namespace amorph::hypergraph {
static const cuda_entry registered("hypergraph", boundary_version<problem, answer>,
                                   &cuda_run<multilevel, problem, answer>);
}  // namespace amorph::hypergraph
