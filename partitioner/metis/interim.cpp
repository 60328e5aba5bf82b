// Until partitioner/multilevel has divide(): compiled only while it has none (see CMakeLists.txt).
#include <algorithm>

#include "../multilevel/initial.hpp"
#include "amorph/cpu.hpp"
#include "amorph/partition.hpp"

namespace amorph::partition {

std::string unsupported(const graph&, const options& o) {
  if (o.constraints != 1) return "several constraints are not part of this build";
  if (o.goal != objective::cut) return "the communication volume is not an objective of this build";
  if (o.contiguous || o.minimise_connections) return "-contig and -minconn are not part of this build";
  return {};
}

result divide(const graph& g, const options& o) {
  coarse_graph c;
  c.begin.assign(g.begin.begin(), g.begin.end());
  c.to.assign(g.to.begin(), g.to.end());
  c.edge_weight.assign(g.edge_weight.begin(), g.edge_weight.end());
  if (c.edge_weight.empty()) c.edge_weight.assign(g.to.size(), 1);
  c.vertex_weight.assign(g.vertex_weight.begin(), g.vertex_weight.end());
  if (c.vertex_weight.empty()) c.vertex_weight.assign(g.vertices, 1);
  std::int64_t total = 0;
  for (const auto w : c.vertex_weight) total += w;
  std::vector<std::int64_t> target(o.parts), limit(o.parts);
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    const double share = (o.target.empty() ? 1.0 / o.parts : double{o.target[p]}) * static_cast<double>(total);
    target[p] = static_cast<std::int64_t>(share);
    limit[p] =
        std::max(target[p], static_cast<std::int64_t>(share * (o.imbalance.empty() ? 1.03 : double{o.imbalance[0]})));
  }
  cpu_exec exec(o.threads);
  result r;
  r.part = initial_partition(exec, c, target, limit, o.seed, o.tries);
  measure(g, o, r);
  r.stats.backend = "cpu";
  r.stats.threads = exec.threads();
  return r;
}

void measure(const graph& g, const options& o, result& r) {
  r.cut = r.volume = 0;
  r.part_weight.assign(std::size_t{o.parts} * o.constraints, 0);
  std::vector<std::int64_t> total(o.constraints, 0);
  std::vector<std::uint32_t> seen(o.parts, ~0u);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    for (std::uint32_t c = 0; c != o.constraints; ++c) {
      const std::int64_t w = g.vertex_weight.empty() ? 1 : g.vertex_weight[std::size_t{v} * o.constraints + c];
      r.part_weight[std::size_t{r.part[v]} * o.constraints + c] += w;
      total[c] += w;
    }
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t p = r.part[g.to[e]];
      if (p == r.part[v]) continue;
      r.cut += g.edge_weight.empty() ? 1 : g.edge_weight[e];
      if (seen[p] == v) continue;
      seen[p] = v;
      r.volume += g.vertex_size.empty() ? 1 : g.vertex_size[v];
    }
  }
  r.cut /= 2;
  r.balance = 0;
  r.balanced = true;
  for (std::uint32_t c = 0; c != o.constraints; ++c)
    for (std::uint32_t p = 0; p != o.parts; ++p) {
      const double target = o.target.empty() ? 1.0 / o.parts : double{o.target[std::size_t{p} * o.constraints + c]};
      if (total[c] == 0) continue;
      const double b = static_cast<double>(r.part_weight[std::size_t{p} * o.constraints + c]) /
                       (target * static_cast<double>(total[c]));
      r.balance = std::max(r.balance, b);
      if (b > (o.imbalance.empty() ? 1.03 : double{o.imbalance[c]})) r.balanced = false;
    }
}

}  // namespace amorph::partition
