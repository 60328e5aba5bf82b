#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/run_core.hpp"
#include "solver/sat/survey/survey.inl"

namespace amorph::sat {
namespace {
int survey_here(const survey_problem* problem, survey_answer* answer, core_call* call, char* message,
                std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cpu_exec exec(call->threads, call->memory_limit);
    run_core<survey_core<cpu_exec>>(exec, *problem, *answer, *call);
  }));
}
}  // namespace
survey_entry* survey_on_cpu() { return &survey_here; }
}  // namespace amorph::sat
