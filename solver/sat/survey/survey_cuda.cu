// The CUDA module's entries "survey" and "sharded-survey", which share most of their kernels.
#include "solver/run/run_core.hpp"
#include "solver/sat/survey/sharded/parts.hpp"
#include "solver/sat/survey/survey.inl"

namespace amorph::sat {
static const cuda_entry survey_registered("survey", boundary_version<survey_problem, survey_answer>,
                                          &cuda_run<whole_survey_core, survey_problem, survey_answer>);
static const cuda_entry sharded_registered("sharded-survey", boundary_version<survey_problem, survey_answer>,
                                           &cuda_run<sharded_survey_core, survey_problem, survey_answer>);
}  // namespace amorph::sat
