#include "tools/verify/flow_answers.hpp"

#include <functional>
#include <queue>
#include <random>
#include <utility>

namespace amorph::check {
namespace {

std::int64_t weight_at(const weighted_csr& g, std::uint64_t e) {
  if (g.kind == weight_kind::int64) return static_cast<const std::int64_t*>(g.weight)[e];
  return g.kind == weight_kind::int32 ? static_cast<const std::int32_t*>(g.weight)[e] : 1;
}

std::string arc_name(std::uint32_t from, std::uint32_t to) {
  return "the arc from " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

std::string flow_fault(const weighted_csr& g, const flow_claim& claim, const std::vector<std::int64_t>& arc_flow,
                       const std::vector<unsigned char>& sink_side) {
  const std::uint32_t n = g.graph.vertices;
  if (arc_flow.size() != g.graph.to.size()) return "expected a number an arc";
  if (sink_side.size() != n) return "expected a side a vertex";
  if (sink_side[claim.source] != 0 || sink_side[claim.sink] == 0)
    return "the cut does not part the source from the sink";
  std::vector<__int128> leaves(n, 0);
  __int128 cut = 0;
  for (std::uint32_t v = 0; v != n; ++v)
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t to = g.graph.to[e];
      const std::int64_t f = arc_flow[e], most = weight_at(g, e);
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

std::string all_pairs_fault(const weighted_csr& g, const host_array<std::uint32_t>& distance, std::uint32_t sources,
                            std::uint64_t seed) {
  const std::size_t n = g.graph.vertices;
  constexpr std::uint32_t none = 0x7fffffff;
  if (distance.size() != n * n) return "expected a row of distances a vertex";
  std::mt19937_64 random(seed);
  using entry = std::pair<std::int64_t, std::uint32_t>;
  for (std::uint32_t i = 0; i < n && i != sources; ++i) {
    const auto source = static_cast<std::uint32_t>(sources >= n ? i : random() % n);
    std::vector<std::int64_t> best(n, none);
    std::priority_queue<entry, std::vector<entry>, std::greater<>> queue;
    best[source] = 0;
    queue.emplace(0, source);
    while (!queue.empty()) {
      const auto [d, v] = queue.top();
      queue.pop();
      if (d != best[v]) continue;
      for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e) {
        if (weight_at(g, e) >= none) continue;  // longer than any distance that is told, and the sum might overflow
        const std::int64_t sum = d + weight_at(g, e);
        if (sum >= best[g.graph.to[e]]) continue;
        best[g.graph.to[e]] = sum;
        queue.emplace(sum, g.graph.to[e]);
      }
    }
    for (std::size_t v = 0; v != n; ++v)
      if (distance[source * n + v] != best[v])
        return "from " + std::to_string(source) + " to " + std::to_string(v) + " it is " + std::to_string(best[v]) +
               ", not " + std::to_string(distance[source * n + v]);
  }
  return "";
}

}  // namespace amorph::check
