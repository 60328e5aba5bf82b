// The CUDA module's entry "andersen".
#include "solver/run/run_core.hpp"

#include "solver/andersen/wave.inl"

namespace amorph::andersen {

static const cuda_entry registered("andersen", boundary_version<core_problem, core_answer>,
                                   &cuda_run<core, core_problem, core_answer>);

}  // namespace amorph::andersen
