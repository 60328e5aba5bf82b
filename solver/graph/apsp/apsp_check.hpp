// Judges the answer by what it must satisfy; shares no code with the algorithm. Returns what is wrong, in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// The rows of `sources` random vertices (all, when there are no more) are what Dijkstra's search finds. `distance` is
// vertices * vertices, unreached 2^31 - 1. O(sources m log n).
[[nodiscard]] std::string all_pairs_fault(const weighted_csr& graph, const host_array<std::uint32_t>& distance,
                                          std::uint32_t sources, std::uint64_t seed);

}  // namespace amorph::check
