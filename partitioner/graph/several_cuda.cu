// The CUDA module's entry "partition-several".
#include "solver/run/run_core.hpp"

#include "partitioner/graph/several.inl"
#include "partitioner/graph/shared.cuh"

namespace amorph::partition {
static const cuda_entry several_registered("partition-several", boundary_version<problem, answer>,
                                           &cuda_run<multilevel_several, problem, answer>);
}  // namespace amorph::partition
