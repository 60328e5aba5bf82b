// The CUDA module's entry "partition".
#include "solver/run/run_core.hpp"

#include "partitioner/graph/multilevel.inl"
#include "partitioner/graph/shared.cuh"

namespace amorph::partition {
static const cuda_entry partition_registered("partition", boundary_version<problem, answer>,
                                             &cuda_run<multilevel, problem, answer>);
}  // namespace amorph::partition
