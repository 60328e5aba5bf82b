#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/run_core.hpp"
#include "solver/sat/walk/walk.inl"

namespace amorph::sat {
namespace {
int walk_here(const walk_problem* problem, walk_answer* answer, core_call* call, char* message,
              std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cpu_exec exec(call->threads, call->memory_limit);
    run_core<walk_core<cpu_exec>>(exec, *problem, *answer, *call);
  }));
}
}  // namespace
walk_entry* walk_on_cpu() { return &walk_here; }
}  // namespace amorph::sat
