#include <algorithm>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

quality measure(const netlist& n, std::uint32_t parts, span<const std::uint32_t> part) {
  quality q;
  q.part_weight.assign(parts, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    const std::int64_t w = n.vertex_weight.empty() ? 1 : n.vertex_weight[v];
    q.part_weight[part[v]] += w;
    q.total_weight += w;
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
  const std::int64_t even = (q.total_weight + parts - 1) / parts;
  if (even != 0)
    q.imbalance =
        static_cast<double>(*std::max_element(q.part_weight.begin(), q.part_weight.end())) / static_cast<double>(even) -
        1;
  return q;
}

}  // namespace amorph::hypergraph
