#include "partitioner/graph/constraints/device_figures.hpp"

#include <algorithm>
#include <utility>

#include "partitioner/common/measure.hpp"

namespace amorph::partition {

void device_figures::follow(const graph& g, span<const moved_vertex> moved, std::vector<std::uint32_t>& part) {
  constexpr std::size_t most_share = 16;  // of the arcs; more are counted sooner by all threads
  std::vector<std::uint32_t> near;        // all whose arcs lead to other parts than before
  std::size_t arcs = 0;
  for (const moved_vertex& m : moved) {
    arcs += g.begin[m.vertex + std::size_t{1}] - g.begin[m.vertex];
    if (arcs > g.to.size() / most_share) return forget();
    near.push_back(m.vertex);
    near.insert(near.end(), g.to.begin() + g.begin[m.vertex], g.to.begin() + g.begin[m.vertex + std::size_t{1}]);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  arcs = 0;
  for (const std::uint32_t v : near) arcs += g.begin[v + std::size_t{1}] - g.begin[v];
  if (arcs > g.to.size() / most_share) return forget();

  const arc_figures after = figures_of(g, part, near);
  std::vector<std::uint32_t> now(moved.size());
  for (std::size_t i = 0; i != moved.size(); ++i) now[i] = part[moved[i].vertex];
  for (std::size_t i = moved.size(); i-- != 0;) part[moved[i].vertex] = moved[i].from;
  const arc_figures before = figures_of(g, part, near);
  for (std::size_t i = 0; i != moved.size(); ++i) {
    const std::uint32_t v = moved[i].vertex;
    const std::int64_t weight = g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
    weight_[part[v]] -= weight;  // of a vertex that has moved twice, the second time nothing changes
    part[v] = now[i];
    weight_[part[v]] += weight;
  }
  of_device_.cut += after.cut - before.cut;
  of_device_.volume += after.volume - before.volume;
}

}  // namespace amorph::partition
