// Judges the answer by what it must satisfy; shares no code with the algorithm. Returns what is wrong, in one line, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

struct flow_claim {
  std::uint32_t source, sink;
  bool undirected;  // arcs carry flow either way: below 0 is against their direction
  std::int64_t flow;
};

// Every arc carries at most its capacity, what enters a vertex leaves it, the source sends out `flow`, and the arcs from
// the source's side to the sink's can carry no more: then the flow is greatest and the cut least. O(n + m).
[[nodiscard]] std::string flow_fault(const weighted_csr& graph, const flow_claim& claim,
                                     const std::vector<std::int64_t>& arc_flow,
                                     const std::vector<unsigned char>& sink_side);

}  // namespace amorph::check
