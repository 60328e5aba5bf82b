#include <algorithm>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

quality measure(const netlist& n, std::uint32_t parts, span<const std::uint32_t> part) {
  quality q;
  const std::size_t dimensions = n.dimensions;
  q.part_weight.assign(parts * dimensions, 0);
  q.total_weight.assign(dimensions, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v)
    for (std::size_t d = 0; d != dimensions; ++d) {
      const std::int64_t w = n.vertex_weight.empty() ? 1 : n.vertex_weight[v * dimensions + d];
      q.part_weight[part[v] * dimensions + d] += w;
      q.total_weight[d] += w;
    }
  std::vector<std::uint32_t> last_net(parts, n.nets);
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    std::int64_t lambda = 0;
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + std::size_t{1}]; ++i)
      if (std::uint32_t& last = last_net[part[n.pin[i]]]; last != e) last = e, ++lambda;
    if (lambda < 2) continue;
    const std::int64_t w = n.net_weight.empty() ? 1 : n.net_weight[e];
    ++q.cut_nets;
    q.cut += w;
    q.km1 += w * (lambda - 1);
    q.soed += w * lambda;
  }
  for (std::size_t i = 0; i != q.part_weight.size(); ++i) {
    const std::int64_t even = (q.total_weight[i % dimensions] + parts - 1) / parts;
    if (even == 0) continue;
    const double over = static_cast<double>(q.part_weight[i]) / static_cast<double>(even) - 1;
    q.imbalance = i == 0 ? over : std::max(q.imbalance, over);
  }
  return q;
}

}  // namespace amorph::hypergraph
