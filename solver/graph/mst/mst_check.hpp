// The checker; shares no code with the solver. Returns a fault in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// The arcs are a forest with as many trees as the graph has components, and its weights are
// those of Kruskal's, as a multiset: every minimum spanning forest has the same. O(m log m).
[[nodiscard]] std::string forest_fault(const weighted_csr& graph, const std::vector<std::uint64_t>& arcs);

}  // namespace amorph::check
