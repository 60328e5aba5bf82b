// The instances of AMORPH_SHARED.
#define AMORPH_SHARED template
#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/operators/insertion.hpp"
#include "amorph/kernels/operators/node_splitting.hpp"
#include "amorph/kernels/primitives/sort.hpp"
