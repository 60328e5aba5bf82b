// The checker: tests the conditions of a maximum flow; shares no code with the algorithm. Returns a fault in one line,
// or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

struct flow_claim {
  std::uint32_t source, sink;
  bool undirected;  // arcs carry flow in both directions: negative is against their direction
  std::int64_t flow;
};

// Flows are within capacities and conserved at vertices, `flow` leaves the source, and the arcs from the source side to
// the sink side have that capacity: then the flow is maximum and the cut minimum. O(n + m).
[[nodiscard]] std::string flow_fault(const weighted_csr& graph, const flow_claim& claim,
                                     const std::vector<std::int64_t>& arc_flow,
                                     const std::vector<unsigned char>& sink_side);

}  // namespace amorph::check
