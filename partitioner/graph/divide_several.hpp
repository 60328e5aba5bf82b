// Partitions with several weights per vertex: the core, and the attempts of the host around it.
#pragma once

#include "partitioner/graph/finishing.hpp"
#include "partitioner/graph/from_start.hpp"

namespace amorph::partition {

// Both end with the table of steps. Graphs too small to be coarsened, and small pieces of recursive bisections, are
// partitioned on the host alone.
[[nodiscard]] result divide_several(const attempt_state& u);

// From a partition to improve: the core refines the finest graph. If that ends above the limits, a partition from
// scratch, with the names of the old parts, is returned if it exceeds them by less.
[[nodiscard]] result improve_several(attempt_state u, const start_partition& start);

}  // namespace amorph::partition
