// The instances of shared.cuh. Listed before the units that use them, because AMORPH_CUDA_CHECK compiles all as one.
#define AMORPH_PARTITION_SHARED template
#include "partitioner/graph/shared.cuh"
