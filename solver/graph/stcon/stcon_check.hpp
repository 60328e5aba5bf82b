// The checker; shares no code with the solver. Returns a fault in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// Arcs on a shortest path between two vertices, by a search with a queue; none32 if there is none.
[[nodiscard]] std::string stcon_fault(const weighted_csr& graph, std::uint32_t from, std::uint32_t to,
                                      std::uint32_t distance);

}  // namespace amorph::check
