#include "solver/andersen/andersen_cpu.hpp"

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/wave.inl"

namespace amorph::andersen {

void solve_core_cpu(const core_problem& in, const core_options& how, void (*take)(void*, const core_result*),
                    void* context) {
  cpu_exec exec(how.threads, how.memory_limit);
  wave<cpu_exec>(exec, in, how).run(take, context);
}

}  // namespace amorph::andersen
