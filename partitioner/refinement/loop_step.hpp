// AMORPH_STEP: a step of a loop that is one kernel. It is compiled once, however often the loop names it: with a copy
// wherever it is named, ptxas took minutes for a kernel.
#pragma once

#include "amorph/kernels/base/config.hpp"

#if AMORPH_DEVICE_COMPILER
#define AMORPH_STEP __device__ __noinline__
#else
#define AMORPH_STEP
#endif
