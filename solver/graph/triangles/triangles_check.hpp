// The checker: counts triangles again, serially; shares no code with the solver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// A fault in one line, or nothing. `count`, per vertex, may be empty. Neighbours of each vertex are kept in a
// hash set, and each edge walks the smaller of its ends' sets: O(m * arboricity), and much memory.
[[nodiscard]] std::string triangles_fault(const weighted_csr& graph, std::uint64_t triangles,
                                          const std::vector<std::uint64_t>& count);

}  // namespace amorph::check
