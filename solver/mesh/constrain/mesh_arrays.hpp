// A triangulation as plain arrays, in any executor's memory, and the walk along a segment. Triangles may have a vertex
// at infinity (ghosts, as in ../triangulate/working_mesh.hpp), or edges of the hull have no neighbour.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/handle.hpp"

namespace amorph::mesh::constraining {

AMORPH_HD constexpr std::uint32_t after(std::uint32_t corner) { return corner == 2 ? 0 : corner + 1; }
AMORPH_HD constexpr std::uint32_t before(std::uint32_t corner) { return corner == 0 ? 2 : corner - 1; }

// The first obstacle on the segment from a to b: an edge that it crosses, from the vertex on its right to the one on
// its left; or a vertex that it passes through or ends at, and the edge to that vertex.
struct first_hit {
  handle edge = none;
  std::uint32_t vertex = none;
  handle along = none;
  std::uint32_t from = none;  // the end from which it is the first
};

struct mesh_arrays {
  const point* points;
  std::uint32_t* vertex;         // 3 per triangle, counter-clockwise
  std::uint32_t* neighbour;      // handles: the same edge in the neighbour
  std::uint32_t* segment;        // on each edge, or none
  std::uint32_t* some_triangle;  // of each vertex that has one

  AMORPH_BODY static std::size_t slot(handle h) { return 3 * std::size_t{triangle_of(h)} + corner_of(h); }
  AMORPH_BODY std::uint32_t corner(std::uint32_t t, std::uint32_t i) const { return vertex[3 * std::size_t{t} + i]; }
  AMORPH_BODY std::uint32_t opposite(handle h) const { return corner(triangle_of(h), corner_of(h)); }
  AMORPH_BODY std::uint32_t from(handle h) const { return corner(triangle_of(h), after(corner_of(h))); }
  AMORPH_BODY std::uint32_t to(handle h) const { return corner(triangle_of(h), before(corner_of(h))); }
  AMORPH_BODY handle across(handle h) const { return neighbour[slot(h)]; }
  AMORPH_BODY std::uint32_t segment_on(handle h) const { return segment[slot(h)]; }
  AMORPH_BODY bool is_ghost(std::uint32_t t) const {
    return corner(t, 0) == none || corner(t, 1) == none || corner(t, 2) == none;
  }
  AMORPH_BODY int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orientation(points[a], points[b], points[c]);
  }
  AMORPH_BODY void link(handle a, handle b) const {
    if (a != none) neighbour[slot(a)] = b;
    if (b != none) neighbour[slot(b)] = a;
  }
  AMORPH_BODY void set(std::uint32_t t, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    std::uint32_t* const v = vertex + 3 * std::size_t{t};
    v[0] = a;
    v[1] = b;
    v[2] = c;
    touch(t);
  }
  // Several triangles of a vertex may be written at the same time: any of them will do.
  AMORPH_BODY void touch(std::uint32_t t) const {
    for (std::uint32_t i = 0; i != 3; ++i)
      if (const std::uint32_t v = corner(t, i); v != none) cached_store(&some_triangle[v], t);
  }

  // For u on the line through a and b: whether it lies on b's side of a.
  AMORPH_BODY bool same_direction(std::uint32_t a, std::uint32_t b, std::uint32_t u) const {
    const point pa = points[a], pb = points[b], pu = points[u];
    return pa.x != pb.x ? (pb.x > pa.x) == (pu.x > pa.x) && pu.x != pa.x
                        : (pb.y > pa.y) == (pu.y > pa.y) && pu.y != pa.y;
  }

  // The side of the line from a to b on which u lies: 1 is left, -1 right, 0 neither (a vertex at infinity, too);
  // on_segment if the segment passes through u or ends there.
  static constexpr int on_segment = 2;
  AMORPH_BODY int side_of(std::uint32_t a, std::uint32_t b, std::uint32_t u) const {
    if (u == none) return 0;
    if (u == b) return on_segment;
    const int side = turn(a, b, u);
    return side == 0 && same_direction(a, b, u) ? on_segment : side;
  }

  AMORPH_BODY inline first_hit first_between(std::uint32_t a, std::uint32_t b) const;

  // The first vertex on the segment from `from` to `to` beyond the edge that it crosses first.
  AMORPH_BODY std::uint32_t vertex_beyond(handle edge, std::uint32_t from, std::uint32_t to) const {
    for (;;) {
      const handle other = across(edge);
      const std::uint32_t q = opposite(other);
      const int side = q == to ? 0 : turn(from, to, q);
      if (side == 0) return q;
      edge = edge_of(triangle_of(other), side > 0 ? after(corner_of(other)) : before(corner_of(other)));
    }
  }
};

// Searches the triangles around a for where the segment to b leaves a: counter-clockwise, and then clockwise if there
// is a boundary.
struct search_around {
  std::uint32_t a, b, first, t;
  bool clockwise = false, over = false, known = false;
  int side = 0;  // of the vertex that t shares with the triangle before it, if known

  // Examines one triangle. True if the segment leaves through it.
  AMORPH_BODY bool step(const mesh_arrays& m, first_hit& found) {
    if (over) return false;
    std::uint32_t i = 0;
    while (i != 2 && m.corner(t, i) != a) ++i;
    const std::uint32_t u = m.corner(t, after(i)), w = m.corner(t, before(i));
    const int of_u = known && !clockwise ? side : m.side_of(a, b, u);
    const int of_w = known && clockwise ? side : m.side_of(a, b, w);
    if (of_u == mesh_arrays::on_segment) {
      found.vertex = u;
      found.along = edge_of(t, before(i));
      return true;
    }
    if (of_w == mesh_arrays::on_segment) {
      found.vertex = w;
      found.along = edge_of(t, after(i));
      return true;
    }
    if (of_u < 0 && of_w > 0) {
      found.edge = edge_of(t, i);
      return true;
    }
    const handle next = m.neighbour[3 * std::size_t{t} + (clockwise ? before(i) : after(i))];
    known = next != none;
    side = clockwise ? of_u : of_w;
    if (next == none) {
      over = clockwise;
      clockwise = true;
      t = first;
    } else {
      t = triangle_of(next);
      over = t == first;
    }
    return false;
  }
};

// The first obstacle on the segment as seen from one of its ends. Searches around both at the same time: one of them
// may have far more neighbours.
AMORPH_BODY inline first_hit mesh_arrays::first_between(std::uint32_t a, std::uint32_t b) const {
  first_hit found;
  const std::uint32_t at_a = cached_load(&some_triangle[a]), at_b = cached_load(&some_triangle[b]);
  search_around one{a, b, at_a, at_a}, two{b, a, at_b, at_b};
  while (!one.over || !two.over) {
    found.from = a;
    if (one.step(*this, found)) break;
    found.from = b;
    if (two.step(*this, found)) break;
  }
  return found;
}

}  // namespace amorph::mesh::constraining
