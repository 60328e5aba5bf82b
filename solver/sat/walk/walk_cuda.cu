// The CUDA module's entry "walk".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/sat/run_core.hpp"
#include "solver/sat/walk/walk.inl"

namespace amorph::sat {
namespace {
int walk_on_device(const walk_problem* problem, walk_answer* answer, core_call* call, char* message,
                   std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, call->memory_limit);
    run_core<walk_core<cuda_exec>>(exec, *problem, *answer, *call);
  }));
}
const cuda_entry registered("walk", walk_version, &walk_on_device);
}  // namespace
}  // namespace amorph::sat
