// The checker; shares no code with the solver. Returns a fault in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// Levels are those of a search with a queue; each parent is a level nearer, with an arc to its child. O(n + m).
// `parent` may be empty.
[[nodiscard]] std::string bfs_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                    const std::vector<std::uint32_t>& level, const std::vector<std::uint32_t>& parent);

}  // namespace amorph::check
