#include "solver/run/run_core.hpp"
#include "solver/sat/survey/survey.inl"

namespace amorph::sat {
run_entry* survey_on_cpu() { return &cpu_run<whole_survey_core, survey_problem, survey_answer>; }
}  // namespace amorph::sat
