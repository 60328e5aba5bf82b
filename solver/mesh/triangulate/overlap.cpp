// Detects triangles that overlap although their edges match. The number of triangles that cover a point is the winding
// number of the mesh's boundary around it, so only the boundary edges are triangulated. If two of them cross, their
// triangles overlap; otherwise each face has a constant winding number, which must be 0 or 1. (Amorph's own algorithm;
// exact, O(b log b) for b boundary edges.)
#include <algorithm>

#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// Whether the interiors of two triangles intersect: no line along an edge of either separates them.
bool overlap(const working_mesh& m, std::uint32_t t, std::uint32_t u) {
  for (const auto& [one, two] : {std::pair{t, u}, std::pair{u, t}})
    for (std::uint32_t i = 0; i != 3; ++i) {
      bool beyond = true;
      for (std::uint32_t k = 0; beyond && k != 3; ++k)
        beyond = m.turn(m.vertex[one].at[i], m.vertex[one].at[next3[i]], m.vertex[two].at[k]) <= 0;
      if (beyond) return false;
    }
  return true;
}

// t, which overlaps another triangle, and the first triangle that it overlaps.
std::pair<std::uint32_t, std::uint32_t> with_another(const working_mesh& m, std::uint32_t t) {
  for (std::uint32_t u = 0; u != m.triangles(); ++u)
    if (u != t && overlap(m, t, u)) return {t, u};
  throw error(status::internal, "rebuild: a triangle overlaps none");
}

class mesh_boundary {
 public:
  mesh_boundary(cpu_exec& exec, const working_mesh& m) {
    std::vector<std::uint32_t> number(m.points.size(), none);
    std::vector<point> points;
    auto of = [&](std::uint32_t v) {
      if (number[v] == none) {
        number[v] = static_cast<std::uint32_t>(points.size());
        points.push_back(m.points[v]);
      }
      return number[v];
    };
    for (std::uint32_t t = 0; t != m.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i)
        if (const handle h = edge_of(t, i); m.across(h) == none) {
          edges_.push_back(h);
          ends_.push_back({of(m.from(h)), of(m.to(h)), static_cast<std::uint32_t>(ends_.size())});
        }
    const curve_order order =
        triangulate_points(exec, plane_, points, [&exec](std::uint64_t, std::uint64_t) { exec.check_stop(); });
    std::vector<std::uint32_t> vertex(points.size());
    for (std::uint32_t k = 0; k != points.size(); ++k) vertex[order.point_of[k]] = order.same_as[k];
    for (piece& e : ends_) e = {vertex[e.a], vertex[e.b], e.segment};
  }

  // A triangle that overlaps another, if any does.
  std::optional<std::uint32_t> covered_twice() {
    plane_.allow_segments();
    const std::vector<piece> cut = cut_at_points(plane_, ends_);
    // Equal pieces are adjacent; the first of them is inserted.
    std::vector<piece> pieces;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i != cut.size(); ++i)
      if (i == 0 || cut[i].a != cut[i - 1].a || cut[i].b != cut[i - 1].b) {
        pieces.push_back({cut[i].a, cut[i].b, static_cast<std::uint32_t>(first.size())});
        first.push_back(i);
      }
    first.push_back(cut.size());
    if (const auto crossed = insert_disjoint_pieces(plane_, pieces))
      return triangle_of(edges_[cut[first[*crossed]].segment]);

    std::vector<std::int64_t> winding(plane_.triangles(), 0);
    std::vector<char> seen(plane_.triangles(), 0);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t t = 0; t != plane_.triangles() && stack.empty(); ++t)
      if (plane_.is_ghost(t)) stack.push_back(t);
    seen[stack[0]] = 1;
    while (!stack.empty()) {
      const std::uint32_t t = stack.back();
      stack.pop_back();
      for (std::uint32_t i = 0; i != 3; ++i) {
        const handle h = plane_.neighbour[t].at[i];  // on the other side
        const std::uint32_t u = triangle_of(h);
        if (seen[u] != 0) continue;
        seen[u] = 1;
        stack.push_back(u);
        winding[u] = winding[t];
        const std::uint32_t on = plane_.segment_on(h);
        if (on == none) continue;
        // u lies on the left of h.
        std::uint32_t beside = none;
        for (std::size_t k = first[on]; k != first[on + 1]; ++k) {
          const bool on_left = leads_from(cut[k], plane_.from(h));
          winding[u] += on_left ? 1 : -1;
          if (on_left) beside = cut[k].segment;
        }
        if (winding[u] > 1 && winding[u] > winding[t]) return triangle_of(edges_[beside]);
      }
    }
    return std::nullopt;
  }

 private:
  // Whether the edge that the piece was cut from leads away from v, one of the piece's ends.
  [[nodiscard]] bool leads_from(const piece& p, std::uint32_t v) const {
    const piece& e = ends_[p.segment];
    const point &from = plane_.points[e.a], &to = plane_.points[e.b];
    const bool to_the_right = to.x > from.x || (to.x == from.x && to.y > from.y);  // as pieces do from a to b
    return (p.a == v) == to_the_right;
  }

  working_mesh plane_;
  std::vector<handle> edges_;
  std::vector<piece> ends_;  // of edges_, with their indices
};

}  // namespace

std::optional<std::pair<std::uint32_t, std::uint32_t>> find_overlap(cpu_exec& exec, const working_mesh& m) {
  if (m.triangles() == 0) return std::nullopt;
  const auto t = mesh_boundary(exec, m).covered_twice();
  if (!t) return std::nullopt;
  return with_another(m, *t);
}

}  // namespace amorph::mesh
