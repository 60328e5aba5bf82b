#include <algorithm>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

namespace {

void add_weights(const netlist& n, span<const std::uint32_t> part, std::size_t first, std::size_t last, quality& q) {
  const std::size_t dimensions = n.dimensions;
  for (std::size_t v = first; v != last; ++v)
    for (std::size_t d = 0; d != dimensions; ++d)
      q.part_weight[part[v] * dimensions + d] += n.vertex_weight.empty() ? 1 : n.vertex_weight[v * dimensions + d];
}

void add_nets(const netlist& n, span<const std::uint32_t> part, std::size_t first, std::size_t last, quality& q,
              std::vector<std::uint32_t>& last_net) {
  for (std::size_t e = first; e != last; ++e) {
    std::int64_t lambda = 0;
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + 1]; ++i)
      if (std::uint32_t& seen = last_net[part[n.pin[i]]]; seen != e) seen = static_cast<std::uint32_t>(e), ++lambda;
    if (lambda < 2) continue;
    const std::int64_t w = n.net_weight.empty() ? 1 : n.net_weight[e];
    ++q.cut_nets;
    q.cut += w;
    q.km1 += w * (lambda - 1);
    q.soed += w * lambda;
  }
}

}  // namespace

quality measure(const netlist& n, std::uint32_t parts, span<const std::uint32_t> part, unsigned threads) {
  constexpr std::size_t grain = 1u << 15;
  cpu_exec exec(n.nets + std::size_t{n.vertices} > grain ? threads : 1);
  const std::size_t dimensions = n.dimensions;
  quality q;
  q.part_weight.assign(parts * dimensions, 0);
  std::vector<quality> of_thread(exec.threads(), q);
  std::vector<std::vector<std::uint32_t>> last_net(exec.threads());
  exec.ranges(n.vertices, grain, [&](std::size_t first, std::size_t last, unsigned thread) {
    add_weights(n, part, first, last, of_thread[thread]);
  });
  exec.ranges(n.nets, grain, [&](std::size_t first, std::size_t last, unsigned thread) {
    if (last_net[thread].empty()) last_net[thread].assign(parts, n.nets);
    add_nets(n, part, first, last, of_thread[thread], last_net[thread]);
  });
  for (const quality& local : of_thread) {
    for (std::size_t i = 0; i != q.part_weight.size(); ++i) q.part_weight[i] += local.part_weight[i];
    q.cut_nets += local.cut_nets;
    q.cut += local.cut;
    q.km1 += local.km1;
    q.soed += local.soed;
  }
  q.total_weight.assign(dimensions, 0);
  for (std::size_t i = 0; i != q.part_weight.size(); ++i) q.total_weight[i % dimensions] += q.part_weight[i];
  for (std::size_t i = 0; i != q.part_weight.size(); ++i) {
    const std::int64_t even = (q.total_weight[i % dimensions] + parts - 1) / parts;
    if (even == 0) continue;
    const double over = static_cast<double>(q.part_weight[i]) / static_cast<double>(even) - 1;
    q.imbalance = i == 0 ? over : std::max(q.imbalance, over);
  }
  return q;
}

}  // namespace amorph::hypergraph
