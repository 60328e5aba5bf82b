#include "solver/mesh/derive/voronoi.hpp"

#include "solver/mesh/derive/edges.hpp"

namespace amorph::mesh {

voronoi_diagram voronoi_of(const triangulation& m) {
  voronoi_diagram v;
  const std::size_t n = m.triangles(), count = m.points.empty() ? 0 : m.attributes.size() / m.points.size();
  v.vertices.resize(n);
  v.attributes.reserve(n * count);
  for (std::size_t t = 0; t != n; ++t) {
    const std::uint32_t* corner = m.corners.data() + 3 * t;
    const point a = m.points[corner[0]], b = m.points[corner[1]], c = m.points[corner[2]];
    const point p = {b.x - a.x, b.y - a.y}, q = {c.x - a.x, c.y - a.y};
    const double twice = p.x * q.y - q.x * p.y, scale = 0.5 / twice;
    const double square_p = p.x * p.x + p.y * p.y, square_q = q.x * q.x + q.y * q.y;
    const point d = {(q.y * square_p - p.y * square_q) * scale, (p.x * square_q - q.x * square_p) * scale};
    v.vertices[t] = {a.x + d.x, a.y + d.y};
    const double to_b = (d.x * q.y - q.x * d.y) / twice, to_c = (p.x * d.y - d.x * p.y) / twice;
    for (std::size_t k = 0; k != count; ++k) {
      const auto value = [&](unsigned i) { return m.attributes[corner[i] * count + k]; };
      v.attributes.push_back(value(0) + to_b * (value(1) - value(0)) + to_c * (value(2) - value(0)));
    }
  }
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
    const std::uint32_t other = m.neighbours[at];
    v.ends.push_back(static_cast<std::uint32_t>(at / 3));
    v.ends.push_back(other);
    const point from = m.points[a], to = m.points[b];
    v.direction.push_back(other == none ? point{to.y - from.y, from.x - to.x} : point{0, 0});
  });
  return v;
}

}  // namespace amorph::mesh
