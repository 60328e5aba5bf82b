// The CUDA module's entry "partition-several".
#include "solver/run/run_core.hpp"

#include "partitioner/multilevel/several.inl"
#include "partitioner/multilevel/shared.cuh"

namespace amorph::partition {
static const cuda_entry several_registered("partition-several", boundary_version<problem, answer>,
                                           &cuda_run<multilevel_several, problem, answer>);
}  // namespace amorph::partition
