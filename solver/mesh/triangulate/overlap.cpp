// Whether triangles that share edges as they should lie on top of each other all the same. The number of triangles over a
// place is the winding number of the edges where the mesh ends; so these alone are triangulated. If two of them cross, the
// triangles beside them overlap; otherwise each face has one winding number, which is 0 or 1 where all is well.
#include <algorithm>

#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// Whether triangles have inner points in common: no line along an edge of either parts them.
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

// t, which overlaps another triangle, and the first such.
std::pair<std::uint32_t, std::uint32_t> with_another(const working_mesh& m, std::uint32_t t) {
  for (std::uint32_t u = 0; u != m.triangles(); ++u)
    if (u != t && overlap(m, t, u)) return {t, u};
  throw error(status::internal, "rebuild: a triangle overlaps none");
}

class ends_of_mesh {
 public:
  ends_of_mesh(const working_mesh& m, unsigned threads) {
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
    const placed_points placed = insert_points(plane_, points, threads, [](double) {});
    std::vector<std::uint32_t> vertex(points.size());
    for (std::uint32_t k = 0; k != points.size(); ++k) vertex[placed.order[k]] = placed.same_as[k];
    for (piece& e : ends_) e = {vertex[e.a], vertex[e.b], e.segment};
  }

  // A triangle that overlaps another, or none.
  std::uint32_t covered_twice() {
    plane_.allow_segments();
    const std::vector<piece> cut = cut_at_points(plane_, ends_);
    // Pieces that are the same stand side by side; the first of them goes in.
    std::vector<piece> pieces;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i != cut.size(); ++i)
      if (i == 0 || cut[i].a != cut[i - 1].a || cut[i].b != cut[i - 1].b) {
        pieces.push_back({cut[i].a, cut[i].b, static_cast<std::uint32_t>(first.size())});
        first.push_back(i);
      }
    first.push_back(cut.size());
    if (const std::uint32_t crossed = insert_pieces_apart(plane_, pieces); crossed != none)
      return triangle_of(edges_[cut[first[crossed]].segment]);

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
        const handle h = plane_.neighbour[t].at[i];  // as seen from the other side
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
    return none;
  }

 private:
  // Whether the edge that the piece is cut from leads along it away from v, one of its ends.
  [[nodiscard]] bool leads_from(const piece& p, std::uint32_t v) const {
    const piece& e = ends_[p.segment];
    const point &from = plane_.points[e.a], &to = plane_.points[e.b];
    const bool to_the_right = to.x > from.x || (to.x == from.x && to.y > from.y);  // as pieces lead from a to b
    return (p.a == v) == to_the_right;
  }

  working_mesh plane_;
  std::vector<handle> edges_;
  std::vector<piece> ends_;  // of edges_, and their numbers
};

}  // namespace

std::pair<std::uint32_t, std::uint32_t> find_overlap(const working_mesh& m, unsigned threads) {
  if (m.triangles() == 0) return {none, none};
  const std::uint32_t t = ends_of_mesh(m, threads).covered_twice();
  return t == none ? std::pair{none, none} : with_another(m, t);
}

}  // namespace amorph::mesh
