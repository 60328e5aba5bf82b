// Judges flows and tables of distances by what they must satisfy; shares no code with the solvers. Each function returns
// what is wrong, in one line, or nothing. Everything is serial and plain.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
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

// The rows of `sources` random vertices (all, when there are no more) are what Dijkstra's search finds. `distance` is
// vertices * vertices, unreached 2^31 - 1. O(sources m log n).
[[nodiscard]] std::string all_pairs_fault(const weighted_csr& graph, const host_array<std::uint32_t>& distance,
                                          std::uint32_t sources, std::uint64_t seed);

}  // namespace amorph::check
