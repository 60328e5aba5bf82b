#include "solver/graph/maxflow/maxflow_check.hpp"

#include "solver/graph/common/check.hpp"

namespace amorph::check {
namespace {

std::string arc_name(std::uint32_t from, std::uint32_t to) {
  return "the arc from " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

std::string flow_fault(const weighted_csr& g, const flow_claim& claim, const std::vector<std::int64_t>& arc_flow,
                       const std::vector<unsigned char>& sink_side) {
  const std::uint32_t n = g.graph.vertices;
  if (arc_flow.size() != g.graph.to.size()) return "expected a flow per arc";
  if (sink_side.size() != n) return "expected a side per vertex";
  if (sink_side[claim.source] != 0 || sink_side[claim.sink] == 0)
    return "the cut does not separate the source from the sink";
  std::vector<__int128> leaves(n, 0);
  __int128 cut = 0;
  for (std::uint32_t v = 0; v != n; ++v)
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t to = g.graph.to[e];
      const std::int64_t f = arc_flow[e], most = integer_weight(g, e);
      if (f > most || f < (claim.undirected ? -most : 0))
        return arc_name(v, to) + " of capacity " + std::to_string(most) + " carries " + std::to_string(f);
      leaves[v] += f;
      leaves[to] -= f;
      const bool crosses = sink_side[v] == 0 && sink_side[to] != 0;
      const bool crosses_back = claim.undirected && sink_side[v] != 0 && sink_side[to] == 0;
      if (crosses || crosses_back) cut += most;
    }
  for (std::uint32_t v = 0; v != n; ++v) {
    const __int128 should = v == claim.source ? claim.flow : v == claim.sink ? -__int128{claim.flow} : 0;
    if (leaves[v] != should) return "vertex " + std::to_string(v) + " does not conserve flow";
  }
  if (cut != claim.flow) return "the cut's capacity is not the flow, " + std::to_string(claim.flow);
  return "";
}

}  // namespace amorph::check
