#include "solver/run/run_core.hpp"

#include "solver/andersen/wave.inl"

namespace amorph::andersen {

run_entry* cpu_entry() { return &cpu_run<core, core_problem, core_answer>; }

}  // namespace amorph::andersen
