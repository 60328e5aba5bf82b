// A triangulation as plain arrays, in any executor's memory, and the walk along a segment. Triangles may have a vertex
// at infinity (ghosts, as in ../triangulate/working_mesh.hpp), or edges of the hull have no neighbour.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/handle.hpp"

namespace amorph::mesh::constraining {

AMORPH_HD constexpr std::uint32_t after(std::uint32_t corner) { return corner == 2 ? 0 : corner + 1; }
AMORPH_HD constexpr std::uint32_t before(std::uint32_t corner) { return corner == 0 ? 2 : corner - 1; }

// The first obstacle on the segment from a to b: an edge that it crosses, from the vertex on its right to the one on
// its left; or a vertex that it passes through or ends at, and the edge to that vertex.
struct first_hit {
  handle edge = none;
  std::uint32_t vertex = none;
  handle along = none;
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

  // Around a: counter-clockwise, and then clockwise if there is a boundary.
  AMORPH_BODY first_hit first_on(std::uint32_t a, std::uint32_t b) const {
    first_hit found;
    const std::uint32_t first = cached_load(&some_triangle[a]);
    for (std::uint32_t t = first;;) {
      std::uint32_t i = 0;
      if (hits(t, a, b, i, found)) return found;
      const handle next = neighbour[3 * std::size_t{t} + after(i)];
      if (next == none) break;
      t = triangle_of(next);
      if (t == first) return found;
    }
    for (std::uint32_t t = first;;) {
      std::uint32_t i = 0;
      if (hits(t, a, b, i, found)) return found;
      const handle next = neighbour[3 * std::size_t{t} + before(i)];
      if (next == none) return found;
      t = triangle_of(next);
    }
  }

  // The first vertex on the segment, in a mesh without segments.
  AMORPH_BODY std::uint32_t next_vertex(std::uint32_t a, std::uint32_t b) const {
    const first_hit found = first_on(a, b);
    if (found.vertex != none || found.edge == none) return found.vertex == none ? b : found.vertex;
    for (handle edge = found.edge;;) {
      const handle other = across(edge);
      const std::uint32_t q = opposite(other);
      const int side = q == b ? 0 : turn(a, b, q);
      if (side == 0) return q;
      edge = edge_of(triangle_of(other), side > 0 ? after(corner_of(other)) : before(corner_of(other)));
    }
  }

 private:
  // Whether the segment leaves a through triangle t, of which a is corner i.
  AMORPH_BODY bool hits(std::uint32_t t, std::uint32_t a, std::uint32_t b, std::uint32_t& i, first_hit& found) const {
    while (i != 2 && corner(t, i) != a) ++i;
    const std::uint32_t u = corner(t, after(i)), w = corner(t, before(i));
    if (ends(a, b, u, edge_of(t, before(i)), found) || ends(a, b, w, edge_of(t, after(i)), found)) return true;
    if (u == none || w == none || turn(a, b, u) >= 0 || turn(a, b, w) <= 0) return false;
    found.edge = edge_of(t, i);
    return true;
  }
  AMORPH_BODY bool ends(std::uint32_t a, std::uint32_t b, std::uint32_t u, handle along, first_hit& found) const {
    if (u == none || (u != b && (turn(a, b, u) != 0 || !same_direction(a, b, u)))) return false;
    found.vertex = u;
    found.along = along;
    return true;
  }
};

}  // namespace amorph::mesh::constraining
