// The triangulation under construction. A vertex at infinity closes the plane: each edge of the convex hull has a ghost
// triangle that ends there (Shewchuk), so that every edge has two sides and points outside the hull are no special
// case. Flips are Lawson's (1977), point location is a randomised visibility walk (Devillers, Pion, Teillaud 2002).
//
// Edges are named by handles: 4 * triangle + the opposite corner.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/random/hash.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/handle.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

inline constexpr std::uint32_t next3[] = {1, 2, 0}, previous3[] = {2, 0, 1};

struct corners3 {
  std::uint32_t at[3];
};

class working_mesh {
 public:
  static constexpr std::uint32_t ghost = none;  // the vertex at infinity

  host_array<point> points;
  host_array<corners3> vertex;               // of each triangle, counter-clockwise
  host_array<corners3> neighbour;            // handles: the same edge in the neighbour; or none (rebuilt meshes)
  host_array<corners3> segment;              // on each edge, or none; empty while there are no segments
  std::vector<std::uint32_t> some_triangle;  // of each vertex, while there are segments

  [[nodiscard]] std::uint32_t triangles() const { return static_cast<std::uint32_t>(vertex.size()); }
  [[nodiscard]] std::uint32_t corner(handle h) const { return vertex[triangle_of(h)].at[corner_of(h)]; }
  [[nodiscard]] std::uint32_t from(handle h) const { return vertex[triangle_of(h)].at[next3[corner_of(h)]]; }
  [[nodiscard]] std::uint32_t to(handle h) const { return vertex[triangle_of(h)].at[previous3[corner_of(h)]]; }
  [[nodiscard]] handle across(handle h) const { return neighbour[triangle_of(h)].at[corner_of(h)]; }
  [[nodiscard]] std::uint32_t segment_on(handle h) const {
    return segment.empty() ? none : segment[triangle_of(h)].at[corner_of(h)];
  }
  void set_segment(handle h, std::uint32_t s) { segment[triangle_of(h)].at[corner_of(h)] = s; }
  void set_segment_both(handle h, std::uint32_t s) {
    set_segment(h, s);
    if (across(h) != none) set_segment(across(h), s);
  }
  void link(handle a, handle b) {
    if (a != none) neighbour[triangle_of(a)].at[corner_of(a)] = b;
    if (b != none) neighbour[triangle_of(b)].at[corner_of(b)] = a;
  }
  [[nodiscard]] bool is_ghost(std::uint32_t t) const {
    return vertex[t].at[0] == ghost || vertex[t].at[1] == ghost || vertex[t].at[2] == ghost;
  }

  [[nodiscard]] int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return orientation(points[a], points[b], points[c]);
  }
  // Whether p lies inside the circumcircle of triangle t. That of a ghost is the half-plane beyond its hull edge, with
  // the inside of that edge.
  [[nodiscard]] bool conflicts(std::uint32_t t, std::uint32_t p) const {
    const corners3& v = vertex[t];
    for (std::uint32_t i = 0; i != 3; ++i)
      if (v.at[i] == ghost) {
        const std::uint32_t a = v.at[next3[i]], b = v.at[previous3[i]];
        const int side = turn(a, b, p);
        return side > 0 || (side == 0 && strictly_between(a, b, p));
      }
    return in_circle_by_rule(points[v.at[0]], points[v.at[1]], points[v.at[2]], points[p]) > 0;
  }
  // For three collinear points: whether p lies strictly between the two others.
  [[nodiscard]] bool strictly_between(std::uint32_t a, std::uint32_t b, std::uint32_t p) const {
    const point &u = points[a], &v = points[b], &w = points[p];
    return u.x != v.x ? (u.x < w.x) == (w.x < v.x) && w.x != u.x && w.x != v.x
                      : (u.y < w.y) == (w.y < v.y) && w.y != u.y && w.y != v.y;
  }

  std::uint32_t add_triangle();

  // Replaces the edge by the other diagonal of its two triangles, t and u: t = (p, a, b) and u = (q, b, a), with p and
  // q opposite to the edge, become t = (a, q, p) and u = (q, b, p). p is then corner 2 of both.
  void flip(handle h);

  // Flips, from the edges in `pending` on, until all are locally Delaunay, except segments, ghosts and edges for which
  // keep(h) holds. Returns the number of flips. Diagonals between cocircular points are flipped too, if the tie rule
  // demands the other one, or they stay.
  enum class ties { by_rule, stay };
  template <class Keep> std::uint64_t legalise(std::vector<handle>& pending, ties cocircular, Keep keep);
  void legalise(std::vector<handle>& pending) {
    (void)legalise(pending, ties::by_rule, [](handle) { return false; });
  }

  // Inserts point p; `hint` is a triangle that is likely to be near. Returns p, or the vertex that has this position
  // already. The walk chooses at random between two possible edges, so that it also terminates in triangulations that
  // are not Delaunay. O(length of the walk + flips).
  std::uint32_t insert(std::uint32_t p, std::uint32_t& hint);

  // Inserts point p on an interior edge, which it splits; both halves keep its segment. False, and nothing
  // is changed, if p is not strictly inside the two triangles: rounding moved it.
  [[nodiscard]] bool insert_on(handle h, std::uint32_t p);

  // The triangle that contains p, boundary included (of several, the first one by its corners); a ghost if p lies
  // outside the hull.
  std::uint32_t locate(point p, std::uint32_t hint);

  // The first triangle of a triangulation, and its three ghosts. a, b, c are not collinear.
  void start(std::uint32_t a, std::uint32_t b, std::uint32_t c);

  // Before the first segment.
  void allow_segments();

 private:
  void split_triangle(std::uint32_t t, std::uint32_t p);
  void split_edge(handle h, std::uint32_t p);
  void restore_around(std::uint32_t p);  // Lawson's flips, from the edges in pending_ on
  void set(std::uint32_t t, std::uint32_t a, std::uint32_t b, std::uint32_t c) { vertex[t] = {{a, b, c}}; }
  void touch(std::uint32_t t) {
    for (const std::uint32_t v : vertex[t].at)
      if (v != ghost) some_triangle[v] = t;
  }

  std::vector<handle> pending_;
  std::uint64_t random_ = golden_ratio;
};

template <class Keep> std::uint64_t working_mesh::legalise(std::vector<handle>& pending, ties cocircular, Keep keep) {
  std::uint64_t flips = 0;
  while (!pending.empty()) {
    const handle h = pending.back();
    pending.pop_back();
    const handle other = across(h);
    if (other == none || segment_on(h) != none) continue;
    const std::uint32_t t = triangle_of(h), u = triangle_of(other);
    if (is_ghost(t) || is_ghost(u) || keep(h)) continue;
    const corners3& v = vertex[t];
    const point &a = points[v.at[0]], &b = points[v.at[1]], &c = points[v.at[2]], &d = points[corner(other)];
    if ((cocircular == ties::by_rule ? in_circle_by_rule(a, b, c, d) : in_circle(a, b, c, d)) <= 0) continue;
    flip(h);
    ++flips;
    // Edge 0 of t and edge 1 of u are the new diagonal.
    for (const handle around : {edge_of(t, 1), edge_of(t, 2), edge_of(u, 0), edge_of(u, 2)}) pending.push_back(around);
  }
  return flips;
}

}  // namespace amorph::mesh
