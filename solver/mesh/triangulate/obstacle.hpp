// What a segment from one vertex to another meets first. It is searched for from both ends at the same time, since one
// of them may have thousands of neighbours: around `a`; and around `b`, from there along the segment, and around each
// vertex on it. O(d) if d is the smaller number of steps.
#pragma once

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/working_mesh.hpp"

namespace amorph::mesh {

struct obstacle {
  handle edge = none;           // an edge that is crossed, from the vertex on the right to the one on the left
  std::uint32_t vertex = none;  // or a vertex that the segment passes through or ends at
  handle along = none;          // and the edge to it
};

namespace detail {

// Turns around `from`, which has triangles, to the edge or vertex towards `to`.
class turn_around {
 public:
  turn_around(const working_mesh& m, std::uint32_t from, std::uint32_t to)
      : m_(m), from_(from), to_(to), first_(m.some_triangle[from]), at_(first_) {}

  // One triangle; true at the end.
  bool step(obstacle& found) {
    std::uint32_t i = 0;
    while (i != 2 && m_.vertex[at_].at[i] != from_) ++i;
    const std::uint32_t u = m_.vertex[at_].at[next3[i]], w = m_.vertex[at_].at[previous3[i]];
    if (u != working_mesh::ghost) {
      // The edge to u, which is opposite to w. Each edge is visited once.
      const int side_u = u == to_ ? 0 : m_.turn(from_, to_, u);
      if (u == to_ || (side_u == 0 && is_ahead(u))) {
        found = {none, u, edge_of(at_, previous3[i])};
        return true;
      }
      if (side_u < 0 && w != working_mesh::ghost && w != to_ && m_.turn(from_, to_, w) > 0) {
        found = {edge_of(at_, i), none, none};
        return true;
      }
    }
    at_ = triangle_of(m_.neighbour[at_].at[next3[i]]);  // across the edge from w
    if (at_ == first_) throw error(status::internal, "triangulate: no edge or vertex on a segment");
    return false;
  }

 private:
  // For u on the line: whether it lies on the side of `to`.
  [[nodiscard]] bool is_ahead(std::uint32_t u) const {
    const point &a = m_.points[from_], &b = m_.points[to_], &p = m_.points[u];
    return a.x != b.x ? (b.x > a.x) == (p.x > a.x) && p.x != a.x : (b.y > a.y) == (p.y > a.y) && p.y != a.y;
  }

  const working_mesh& m_;
  std::uint32_t from_, to_, first_, at_;
};

}  // namespace detail

// Follows a segment from `from` to `to` across triangles.
class segment_walk {
 public:
  segment_walk(const working_mesh& m, std::uint32_t from, std::uint32_t to, handle crossed)
      : m_(m), from_(from), to_(to), edge_(crossed) {}

  // Crosses the edge; returns the vertex opposite to it. The next edge follows unless that vertex lies on the segment.
  std::uint32_t step() {
    entered_ = m_.across(edge_);
    const std::uint32_t q = m_.corner(entered_), i = corner_of(entered_);
    const int side = q == to_ ? 0 : m_.turn(from_, to_, q);
    is_on_ = side == 0;
    if (!is_on_) edge_ = edge_of(triangle_of(entered_), side > 0 ? next3[i] : previous3[i]);
    return q;
  }
  [[nodiscard]] bool is_on_segment() const { return is_on_; }
  [[nodiscard]] handle entered() const { return entered_; }  // the crossed edge, in the triangle entered

 private:
  const working_mesh& m_;
  std::uint32_t from_, to_;
  handle edge_, entered_ = none;
  bool is_on_ = false;
};

inline obstacle first_obstacle(const working_mesh& m, std::uint32_t a, std::uint32_t b) {
  obstacle found;
  detail::turn_around around_a(m, a, b);
  for (std::uint32_t end = b;;) {
    // Around `end`, a vertex on the segment.
    obstacle back;
    for (detail::turn_around around_end(m, end, a); !around_end.step(back);)
      if (around_a.step(found)) return found;
    if (back.vertex == a) return {none, end, back.along};
    if (back.vertex == none) {
      segment_walk walk(m, end, a, back.edge);
      for (back.vertex = walk.step(); !walk.is_on_segment(); back.vertex = walk.step())
        if (around_a.step(found)) return found;
      if (back.vertex == a) return {walk.entered(), none, none};
    }
    end = back.vertex;
    if (around_a.step(found)) return found;
  }
}

}  // namespace amorph::mesh
