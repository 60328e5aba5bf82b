// Until partitioner/multilevel has divide(): compiled only while it has none (see CMakeLists.txt).
#include <algorithm>

#include "amorph/error.hpp"
#include "amorph/partition.hpp"

namespace amorph::partition {

std::string unsupported(const graph&, const options&) { return "the multilevel partitioner is not part of this build"; }

result divide(const graph& g, const options& o) { throw error(status::bad_input, unsupported(g, o)); }

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
