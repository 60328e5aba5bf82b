// Connected parts.
#pragma once

#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {

// Each part keeps its heaviest component; the others move to the adjacent part of the strongest connection, one within
// its limits if possible. Then all parts are connected if the graph is. O(n + m) per pass, of which there are few.
void connect_parts(initial::kway_partition& p);

// Moves excess over adjacent parts, along the shortest path, to a part with slack, where no single move can remove it.
// Parts stay connected if the rules say so. Never increases the excess.
void push_excess(initial::kway_partition& p);

}  // namespace amorph::partition
