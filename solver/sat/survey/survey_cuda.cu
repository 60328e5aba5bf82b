// The CUDA module's entry "survey".
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "solver/sat/run_core.hpp"
#include "solver/sat/survey/survey.inl"

namespace amorph::sat {
namespace {
int survey_on_device(const survey_problem* problem, survey_answer* answer, core_call* call, char* message,
                     std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, call->memory_limit);
    run_core<survey_core<cuda_exec>>(exec, *problem, *answer, *call);
  }));
}
const cuda_entry registered("survey", survey_version, &survey_on_device);
}  // namespace
}  // namespace amorph::sat
