#include "partitioner/graph/constraints/levels.hpp"

#include <algorithm>

namespace amorph::partition {

using namespace initial;

std::vector<weight> totals(const small_graph& g) {
  std::vector<weight> total(g.constraints, 0);
  for (std::size_t i = 0; i != g.vertex_weight.size(); ++i) total[i % g.constraints] += g.vertex_weight[i];
  return total;
}

std::vector<host_level> coarsened(const small_graph& finest, vertex enough, random_numbers& random,
                                  const stop_check& check_stop, span<const std::uint32_t> part) {
  std::vector<weight> heaviest = totals(finest);
  for (weight& w : heaviest) w = w * 3 / (2 * weight{enough}) + 1;
  std::vector<host_level> levels;
  std::vector<std::uint32_t> group(part.begin(), part.end());
  bisect_scratch scratch;
  for (;;) {
    const small_graph& fine = levels.empty() ? finest : levels.back().graph;
    if (fine.vertices() <= enough) break;
    check_stop();
    host_level next;
    coarsen(fine, heaviest, random, scratch, next.graph, next.map, group);
    if (next.graph.vertices() > fine.vertices() / 20 * 19) break;
    if (!group.empty()) {
      std::vector<std::uint32_t> coarse(next.graph.vertices());
      for (std::size_t v = 0; v != group.size(); ++v) coarse[next.map[v]] = group[v];
      group = std::move(coarse);
    }
    levels.push_back(std::move(next));
  }
  return levels;
}

std::vector<std::int64_t> level_limits(const small_graph& g, span<const std::int64_t> limit, bool finest) {
  std::vector<std::int64_t> relaxed(limit.begin(), limit.end());
  if (finest) return relaxed;
  const std::vector<weight> total = totals(g);
  for (std::size_t i = 0; i != relaxed.size(); ++i)
    relaxed[i] += 2 * total[i % g.constraints] / std::max<vertex>(1, g.vertices());
  return relaxed;
}

}  // namespace amorph::partition
