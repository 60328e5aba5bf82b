// Completes stars: known triangles, and in the gaps between them those of the triangulation of the unfinished vertices.
// The ends of a gap and all neighbours in it are unfinished, so that every triangle of the gap belongs to the
// triangulation of the unfinished vertices, too.
#include <algorithm>
#include <numeric>

#include "solver/mesh/stars/complete.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// The star of vertex `number`, from the triangle with that corner at `h` on.
void list_neighbours(const working_mesh& m, handle h, const std::uint32_t* name, std::vector<std::uint32_t>& to) {
  to.clear();
  const std::uint32_t first = triangle_of(h);
  do {
    const std::uint32_t a = m.from(h);
    to.push_back(a == working_mesh::ghost ? none : name[a]);
    const handle next = m.across(edge_of(triangle_of(h), next3[corner_of(h)]));
    h = edge_of(triangle_of(next), next3[corner_of(next)]);
  } while (triangle_of(h) != first);
}

}  // namespace

bool complete_stars(const unfinished_stars& stars, completed_stars& to) {
  working_mesh m;
  m.points.assign(stars.points, stars.points + stars.count);
  std::vector<std::uint32_t> all(stars.count);
  std::iota(all.begin(), all.end(), 0U);
  if (!insert_vertices(m, all, [](std::size_t) {})) return false;
  std::vector<handle> corner_at(stars.count, none);
  for (std::uint32_t t = 0; t != m.triangles(); ++t)
    for (std::uint32_t i = 0; i != 3; ++i)
      if (m.vertex[t].at[i] != working_mesh::ghost) corner_at[m.vertex[t].at[i]] = edge_of(t, i);
  std::vector<star_link> links(stars.links, stars.links + stars.link_count);
  const auto before = [](const star_link& x, const star_link& y) { return x.v != y.v ? x.v < y.v : x.a < y.a; };
  std::sort(links.begin(), links.end(), before);
  std::vector<std::uint32_t> around;
  to.begin.assign(1, 0);
  to.ids.clear();
  auto known = links.begin();
  for (std::uint32_t k = 0; k != stars.count; ++k) {
    const std::uint32_t v = stars.vertices[k];
    auto end = known;
    while (end != links.end() && end->v == v) ++end;
    list_neighbours(m, corner_at[k], stars.vertices, around);
    const std::size_t most = around.size() + static_cast<std::size_t>(end - known);
    const std::uint32_t first = known != end ? known->a : around[0];
    std::uint32_t at = first;
    do {
      to.ids.push_back(at);
      if (to.ids.size() - to.begin.back() > most) return false;
      const auto link = std::lower_bound(known, end, star_link{v, at, 0}, before);
      if (link != end && link->a == at) {
        at = link->b;
        continue;
      }
      const auto here = std::find(around.begin(), around.end(), at);
      if (here == around.end()) return false;
      at = here + 1 == around.end() ? around[0] : here[1];
    } while (at != first);
    to.begin.push_back(static_cast<std::uint32_t>(to.ids.size()));
    known = end;
  }
  return true;
}

}  // namespace amorph::mesh
