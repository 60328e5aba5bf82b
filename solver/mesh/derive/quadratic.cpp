#include "solver/mesh/derive/quadratic.hpp"

#include "solver/mesh/derive/edges.hpp"

namespace amorph::mesh {

mid_nodes mid_nodes_of(const triangulation& m) {
  mid_nodes all;
  const std::size_t count = m.points.empty() ? 0 : m.attributes.size() / m.points.size();
  all.node.resize(m.corners.size());
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t marker) {
    const auto number = static_cast<std::uint32_t>(all.points.size());
    const point p = m.points[a], q = m.points[b];
    all.points.push_back({0.5 * (p.x + q.x), 0.5 * (p.y + q.y)});
    for (std::size_t k = 0; k != count; ++k)
      all.attributes.push_back(0.5 * (m.attributes[a * count + k] + m.attributes[b * count + k]));
    all.marker.push_back(marker);
    all.node[at] = number;
    const std::uint32_t other = m.neighbours[at];
    if (other == none) return;
    // The same edge there: opposite to the corner that is neither of its ends.
    const std::uint32_t* corner = m.corners.data() + 3 * std::size_t{other};
    std::size_t i = 0;
    while (corner[i] == a || corner[i] == b) ++i;
    all.node[3 * std::size_t{other} + i] = number;
  });
  return all;
}

}  // namespace amorph::mesh
