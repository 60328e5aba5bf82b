// The core on the CPU: the counterpart of the CUDA module's entry "andersen".
#pragma once

#include "solver/andersen/core.hpp"

namespace amorph::andersen {

// Calls take(context, result) once. Throws amorph::error.
void solve_core_cpu(const core_problem& in, const core_options& how, void (*take)(void*, const core_result*),
                    void* context);

}  // namespace amorph::andersen
