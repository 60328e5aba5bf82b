// Verifies distances, source by source; shares no code with the algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/distances/distances.hpp"

namespace amorph::check {

// Each row is that of a search with a queue (hops), or of Dijkstra's algorithm. A fault in one line, or nothing.
// O(sources (n + m log n)).
[[nodiscard]] std::string distances_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                          const distances::result& found);

}  // namespace amorph::check
