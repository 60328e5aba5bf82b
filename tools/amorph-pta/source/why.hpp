// Why a pointer may point where it does.
#pragma once

#include <vector>

#include "answers.hpp"

namespace amorph::pta {

// The shortest chain of constraints from `from` back to the place where the address of `to` is taken: one item a step,
// that of `from` first; empty if it cannot point there. A step through memory names the pointer that leads there; that
// it does is another question. Needs PointsToParameters::Origins. O(constraints) for each variable on the way.
[[nodiscard]] std::vector<item> explain(const source_index& program, const pointer& from, const pointer& to);

}  // namespace amorph::pta
