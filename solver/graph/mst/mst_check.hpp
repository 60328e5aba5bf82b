// Judges the answer by what it must satisfy; shares no code with the algorithm. Returns what is wrong, in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// The arcs (their places in the rows) are a forest with as many trees as the graph has components, and its weights are
// those of Kruskal's, as a multiset: every least spanning forest has the same. O(m log m).
[[nodiscard]] std::string forest_fault(const weighted_csr& graph, const std::vector<std::uint64_t>& arcs);

}  // namespace amorph::check
