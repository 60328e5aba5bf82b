// Fiduccia-Mattheyses refinement of a bisection with several weights per vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"
#include "partitioner/graph/initial/excess.hpp"

namespace amorph::partition {

// Passes over `side` (0 or 1 per vertex) until one finds no improvement, at most `passes`; never worse in (excess,
// cut). `limit`: side by side, with an entry for each constraint. `scale`: the penalty of a unit above a limit, per
// constraint.
void refine_bisection(const initial::wide_graph& g, span<const std::int64_t> limit, span<const initial::weight> scale,
                      unsigned passes, const stop_check& check_stop, std::vector<std::uint32_t>& side);

}  // namespace amorph::partition
