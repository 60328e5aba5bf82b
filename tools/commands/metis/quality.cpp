// Cut, communication volume, adjacent parts, balance and contiguity, as METIS defines them.
#include "tools/commands/metis/quality.hpp"

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::metis {
namespace {

void sort_and_merge(std::vector<std::uint64_t>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

// One thread's share of cut, volume and pairs of adjacent parts.
struct counters {
  std::int64_t cut = 0, volume = 0;
  std::vector<std::uint64_t> pairs;     // part, adjacent part
  std::vector<std::uint32_t> adjacent;  // scratch: the other parts adjacent to a vertex

  void add(const partition::graph& g, const std::vector<std::uint32_t>& part, std::size_t v) {
    const std::uint32_t own = part[v];
    adjacent.clear();
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      const std::uint32_t other = part[g.to[e]];
      if (other == own) continue;
      cut += g.edge_weight.empty() ? 1 : g.edge_weight[e];
      adjacent.push_back(other);
    }
    if (adjacent.empty()) return;
    std::sort(adjacent.begin(), adjacent.end());
    adjacent.erase(std::unique(adjacent.begin(), adjacent.end()), adjacent.end());
    volume += static_cast<std::int64_t>(adjacent.size()) * (g.vertex_size.empty() ? 1 : g.vertex_size[v]);
    for (const std::uint32_t p : adjacent) pairs.push_back(std::uint64_t{own} << 32 | p);
    if (pairs.size() > merge_at) {
      sort_and_merge(pairs);
      merge_at = std::max(merge_at, 2 * pairs.size());
    }
  }

 private:
  std::size_t merge_at = std::size_t{1} << 20;
};

void count_edges(cpu_exec& exec, const partition::graph& g, std::uint32_t parts, const std::vector<std::uint32_t>& part,
                 quality& q) {
  std::vector<counters> per_thread(exec.threads());
  exec.ranges(g.vertices, 16384, [&](std::size_t first, std::size_t last, unsigned thread) {
    for (std::size_t v = first; v != last; ++v) per_thread[thread].add(g, part, v);
  });
  std::vector<std::uint64_t> pairs;
  for (counters& t : per_thread) {
    q.cut += t.cut;
    q.volume += t.volume;
    sort_and_merge(t.pairs);
    pairs.insert(pairs.end(), t.pairs.begin(), t.pairs.end());
  }
  q.cut /= 2;
  sort_and_merge(pairs);
  std::vector<std::uint32_t> neighbours(parts, 0);
  for (const std::uint64_t pair : pairs) ++neighbours[pair >> 32];
  q.max_neighbours = *std::max_element(neighbours.begin(), neighbours.end());
  q.min_neighbours = *std::min_element(neighbours.begin(), neighbours.end());
  q.mean_neighbours = static_cast<double>(pairs.size()) / parts;
}

void weigh_parts(const partition::graph& g, const partition::options& o, const std::vector<std::uint32_t>& part,
                 quality& q) {
  const std::size_t c = o.constraints;
  q.part_weight.assign(std::size_t{o.parts} * c, 0);
  q.constraints.resize(c);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::size_t i = 0; i != c; ++i) {
      const std::int64_t w = g.vertex_weight.empty() ? 1 : g.vertex_weight[v * c + i];
      q.part_weight[part[v] * c + i] += w;
      q.constraints[i].heaviest_vertex = std::max(q.constraints[i].heaviest_vertex, w);
    }
  for (std::size_t i = 0; i != c; ++i)
    for (std::uint32_t p = 0; p != o.parts; ++p) q.constraints[i].total += q.part_weight[p * c + i];
  for (std::size_t i = 0; i != c; ++i) {
    quality::constraint& k = q.constraints[i];
    if (k.total == 0) continue;
    const auto total = static_cast<double>(k.total);
    for (std::uint32_t p = 0; p != o.parts; ++p) {
      const double target = o.target.empty() ? 1.0 / o.parts : double{o.target[p * c + i]};
      const double ratio = static_cast<double>(q.part_weight[p * c + i]) / (target * total);
      if (ratio > k.balance) k.balance = ratio, k.worst_part = p;
    }
    k.limit = static_cast<double>(o.parts) * static_cast<double>(k.heaviest_vertex) / total;
  }
}

}  // namespace

double quality::max_balance() const {
  double worst = 0;
  for (const constraint& c : constraints) worst = std::max(worst, c.balance);
  return worst;
}

quality measure_quality(const partition::graph& g, const partition::options& o,
                        const std::vector<std::uint32_t>& part) {
  quality q;
  cpu_exec exec(o.run.threads);
  count_edges(exec, g, o.parts, part, q);
  weigh_parts(g, o, part, q);
  std::vector<std::uint32_t> of_part(o.parts, 0);
  q.components = count_components(exec, g, &part, &of_part);
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    q.broken_parts += of_part[p] > 1;
    if (of_part[p] > q.max_components) q.max_components = of_part[p], q.max_components_part = p;
  }
  if (q.broken_parts != 0) q.graph_components = count_components(exec, g);
  return q;
}

}  // namespace amorph::metis
