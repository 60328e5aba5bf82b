// The checker: tests the conditions of shortest paths; shares no code with the solver. Returns a fault in one line, or
// nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// No arc can be relaxed, each vertex but the sources has a tight arc from its parent, and parents lead to a source:
// then distances are minima. Integer weights: `distance`; floats: `real`, sums in double precision from the source
// onwards; the other is empty. Unreached is the maximum, or infinity. O(n + m). `parent` may be empty; then distances
// are compared with Dijkstra's, O(m log n).
[[nodiscard]] std::string sssp_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                     const std::vector<std::uint64_t>& distance, const std::vector<double>& real,
                                     const std::vector<std::uint32_t>& parent);

}  // namespace amorph::check
