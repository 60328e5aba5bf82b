// Problems whose solvers have interfaces of their own: partitions, points-to sets, meshes, formulas.
#pragma once

#include "tools/commands/amorph-bench/problem.hpp"

namespace amorph::bench {

void add_other_problems(std::vector<problem>& all);
void add_formulas(std::vector<problem>& all);
void add_refinement(std::vector<problem>& all);

}  // namespace amorph::bench
