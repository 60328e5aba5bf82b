// First bisections with several weights per vertex; `share` is side 0's share of each constraint's total.
#pragma once

#include <vector>

#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {

// Vertices in random order, each to the side that lacks more of its weights. O(n).
std::vector<initial::part_id> random_bisection(const initial::wide_graph& g, span<const double> share,
                                               initial::random_numbers& random);

// By region growing, for the scaled sum of the weights; how differs with `trial`. O((n + m) log n).
std::vector<initial::part_id> grown_bisection(const initial::wide_graph& g, span<const double> share, unsigned trial,
                                              initial::random_numbers& random);

// Side 0 is connected: it grows from a random vertex until it has its shares in the mean. The next vertex is a
// neighbour that weighs more than its share of what the side lacks most: of these, the one with the smallest increase
// of the cut (`compact`), or the one with the largest weight of that constraint relative to all its weights. O(m), and
// O(n) per vertex while the frontier is long.
std::vector<initial::part_id> connected_bisection(const initial::wide_graph& g, span<const double> share, bool compact,
                                                  initial::random_numbers& random);

}  // namespace amorph::partition
