// Problems whose solvers have interfaces of their own: partitions and points-to sets.
#pragma once

#include "problem.hpp"

namespace amorph::bench {

void add_other_problems(std::vector<problem>& all);

}  // namespace amorph::bench
