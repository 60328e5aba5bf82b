#include "partitioner/graph/initial/levels.hpp"

#include <algorithm>

namespace amorph::partition::initial {

wide_graph widened(const graph& g, std::uint32_t constraints, bool edge_weights) {
  wide_graph w;
  w.constraints = constraints;
  w.begin.assign(g.begin.begin(), g.begin.end());
  w.to.assign(g.to.begin(), g.to.end());
  w.edge_weight.assign(g.to.size(), 1);
  if (edge_weights) std::copy(g.edge_weight.begin(), g.edge_weight.end(), w.edge_weight.begin());
  w.vertex_weight.assign(std::size_t{g.vertices} * constraints, 1);
  std::copy(g.vertex_weight.begin(), g.vertex_weight.end(), w.vertex_weight.begin());
  for (vertex v = 0; v != g.vertices; ++v) w.total += *w.weights(v);
  return w;
}

std::vector<weight> totals(const wide_graph& g) {
  std::vector<weight> total(g.constraints, 0);
  for (std::size_t i = 0; i != g.vertex_weight.size(); ++i) total[i % g.constraints] += g.vertex_weight[i];
  return total;
}

std::vector<host_level> coarsened(const wide_graph& finest, vertex enough, random_numbers& random,
                                  bisect_scratch& scratch, const stop_check& check_stop,
                                  span<const std::uint32_t> part) {
  std::vector<weight> heaviest = totals(finest);
  for (weight& w : heaviest) w = w * 3 / (2 * weight{enough}) + 1;
  std::vector<host_level> levels;
  std::vector<std::uint32_t> group(part.begin(), part.end());
  for (;;) {
    const wide_graph& fine = levels.empty() ? finest : levels.back().graph;
    if (fine.vertices() <= enough) break;
    check_stop();
    host_level next;
    coarsen(fine, heaviest, random, scratch, next.graph, next.map, group);
    if (next.graph.vertices() > fine.vertices() / 20 * 19) break;
    if (!group.empty()) group = restricted(next, group);
    levels.push_back(std::move(next));
  }
  return levels;
}

vertex enough_for_refinement(const wide_graph& finest, std::uint32_t parts) {
  constexpr std::uint64_t per_part = 20, minimum = 500;
  return static_cast<vertex>(std::min<std::uint64_t>(std::max(per_part * parts, minimum), finest.vertices()));
}

std::vector<std::int64_t> level_limits(const wide_graph& g, span<const std::int64_t> limit, bool finest) {
  std::vector<std::int64_t> relaxed(limit.begin(), limit.end());
  if (finest) return relaxed;
  const std::vector<weight> total = totals(g);
  for (std::size_t i = 0; i != relaxed.size(); ++i)
    relaxed[i] += 2 * total[i % g.constraints] / std::max<vertex>(1, g.vertices());
  return relaxed;
}

}  // namespace amorph::partition::initial
