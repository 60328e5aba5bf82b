// A working mesh from the triangles that a device found.
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {

void add_ghosts(working_mesh& m) {
  std::vector<std::uint32_t> starting(m.points.size(), none);  // per hull vertex: the ghost on the edge that it starts
  const std::uint32_t triangles = m.triangles();
  for (std::uint32_t t = 0; t != triangles; ++t)
    for (std::uint32_t i = 0; i != 3; ++i) {
      const handle h = edge_of(t, i);
      if (m.across(h) != none) continue;
      const std::uint32_t g = m.add_triangle();
      m.vertex[g] = {{m.to(h), m.from(h), working_mesh::ghost}};
      m.link(h, edge_of(g, 2));
      starting[m.from(h)] = g;
    }
  // A ghost's edge 0 leads from the start of its hull edge to infinity; edge 1 of the ghost before leads back.
  for (std::uint32_t g = triangles; g != m.triangles(); ++g)
    m.link(edge_of(g, 1), edge_of(starting[m.vertex[g].at[0]], 0));
}

void build_mesh(cpu_exec& exec, working_mesh& m, span<const point> points, const curve_order& order,
                const star_triangulation& stars) {
  const std::size_t n = points.size(), triangles = stars.corners.size() / 3;
  m.points.resize(n);
  host_array<std::uint32_t> vertex_of(n);
  exec.for_each(n, [&](std::size_t k) {
    m.points[k] = points[order.point_of[k]];
    vertex_of[order.point_of[k]] = static_cast<std::uint32_t>(k);
  });
  m.vertex.resize(triangles);
  m.neighbour.resize(triangles);
  exec.for_each(triangles, [&](std::size_t t) {
    for (std::uint32_t i = 0; i != 3; ++i) {
      m.vertex[t].at[i] = vertex_of[stars.corners[3 * t + i]];
      const std::uint32_t u = stars.neighbours[3 * t + i], from = stars.corners[3 * t + next3[i]];
      if (u == none) {
        m.neighbour[t].at[i] = none;
        continue;
      }
      // In u the edge leads to `from`, and so the corner after it is opposite.
      const std::uint32_t* corners = stars.corners.data() + 3 * std::size_t{u};
      const std::uint32_t j = corners[0] == from ? 1 : corners[1] == from ? 2 : 0;
      m.neighbour[t].at[i] = edge_of(u, j);
    }
  });
  add_ghosts(m);
}

}  // namespace amorph::mesh
