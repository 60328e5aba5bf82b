// Survey propagation of one formula on several devices: what survey_core works on.
#pragma once

#include "solver/sat/survey/sharded/steps.hpp"
#include "solver/sat/survey/sharded/sweeps.hpp"
#include "solver/sat/survey/survey.inl"

namespace amorph::sat {

template <class Exec> struct formula_in_shards {
  using state = sharded_state<Exec>;
  using sweeps = sharded_sweeps<Exec>;
  using propagation = sharded_propagation<Exec>;
  using steps = sharded_steps<Exec>;

  // Of the strategies, `gather` alone: survey.cpp refuses others.
  static state load(Exec& exec, const survey_problem& in, survey_strategy) {
    return {exec, in.cnf, span<const std::int32_t>(in.devices, in.device_count)};
  }
};
template <class Exec> using sharded_survey_core = survey_core<Exec, formula_in_shards<Exec>>;

}  // namespace amorph::sat
