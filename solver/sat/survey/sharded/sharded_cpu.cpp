#include "solver/run/run_core.hpp"
#include "solver/sat/survey/sharded/parts.hpp"

namespace amorph::sat {
run_entry* sharded_survey_on_cpu() { return &cpu_run<sharded_survey_core, survey_problem, survey_answer>; }
}  // namespace amorph::sat
