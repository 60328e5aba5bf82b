// The CUDA module's entry "sharded-survey".
#include "solver/run/run_core.hpp"
#include "solver/sat/survey/sharded/parts.hpp"

namespace amorph::sat {
static const cuda_entry sharded_registered("sharded-survey", boundary_version<survey_problem, survey_answer>,
                                   &cuda_run<sharded_survey_core, survey_problem, survey_answer>);
}  // namespace amorph::sat
