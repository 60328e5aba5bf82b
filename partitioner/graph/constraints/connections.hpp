// Few pairs of adjacent parts.
#pragma once

#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {

// Removes adjacencies of two parts, that of the smallest weight first: the vertices of one of them that are adjacent to
// the other move to third parts. An attempt that fails, exceeds limits, or raises the cost beyond a few percent is
// taken back. Needs rules.few_connections.
void reduce_connections(initial::kway_partition& p, const stop_check& check_stop);

}  // namespace amorph::partition
