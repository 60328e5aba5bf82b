#include <optional>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/refine/refine.inl"

namespace amorph::mesh {
namespace {
int refine_here(const refine_problem* in, refine_answer* answer, char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cpu_exec exec(in->threads, in->memory_limit);
    refining::run_refinement(exec, *in, *answer);
  }));
}
}  // namespace
refine_entry* refine_on_cpu() { return &refine_here; }
}  // namespace amorph::mesh
