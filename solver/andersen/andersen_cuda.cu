// The CUDA module's entry "andersen".
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/andersen/wave.inl"

namespace amorph::andersen {
namespace {

int solve_on_device(const core_problem* in, const core_options* how, void (*take)(void*, const core_result*),
                    void* context, char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, how->memory_limit);
    wave<cuda_exec>(exec, *in, *how).run(take, context);
  }));
}

const cuda_entry registered("andersen", andersen_entry_version, &solve_on_device);

}  // namespace
}  // namespace amorph::andersen
