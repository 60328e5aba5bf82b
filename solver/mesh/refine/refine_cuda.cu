// The CUDA module's entry "refine".
#include <optional>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/mesh/refine/refine.inl"

namespace amorph::mesh {
namespace {
int refine_on_device(const refine_problem* in, refine_answer* answer, char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, in->memory_limit);
    refining::run_refinement(exec, *in, *answer);
  }));
}
const cuda_entry registered("refine", refine_version, &refine_on_device);
}  // namespace
}  // namespace amorph::mesh
