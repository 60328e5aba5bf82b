// Contexts on a CUDA device.
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "solver/run/sessions.hpp"

namespace amorph {
static const context_functions* functions() { return &context_on<cuda_exec>::functions; }
static const cuda_entry registered("context", context_version, &functions);
}  // namespace amorph
