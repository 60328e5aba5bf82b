// The checker: Dijkstra's algorithm; shares no code with the solver. Returns a fault in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// Compares the rows of `sources` random vertices, or of all if there are no more. `distance` is
// vertices * vertices, unreached 2^31 - 1. O(sources m log n).
[[nodiscard]] std::string all_pairs_fault(const weighted_csr& graph, const host_array<std::uint32_t>& distance,
                                          std::uint32_t sources, std::uint64_t seed);

}  // namespace amorph::check
