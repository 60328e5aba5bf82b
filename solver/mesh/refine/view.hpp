// The mesh in kernels: triangles with their neighbours, each a record of one memory sector ("Morph Algorithms on GPUs",
// section 6.2).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/handle.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh::refining {

AMORPH_HD constexpr std::uint32_t after(std::uint32_t edge) { return edge == 2 ? 0 : edge + 1; }

// A sector of device memory.
struct alignas(32) triangle {
  std::uint32_t corner[3];
  handle next[3];       // the same edge i in the neighbour, or none
  std::uint32_t marks;  // see below
  std::uint32_t made;   // the round that created it
};

// marks: bits 0-2: edge i is a segment. The others: why the triangle is bad, or why it is left although it is bad.
namespace mark {
inline constexpr std::uint32_t segments = 7, bad = 8, encroached = 16;  // encroached: bits 5-6 say which edge
inline constexpr std::uint32_t large = 128;                             // its cavity overflowed the last time
inline constexpr std::uint32_t at_precision = 256, kept_segment = 512;  // why it is left although it violates a bound
inline constexpr std::uint32_t urgency_shift = 20;  // 12 bits: the shorter the shortest edge, the larger
AMORPH_HD constexpr std::uint32_t encroached_edge(std::uint32_t marks) { return marks >> 5 & 3; }
AMORPH_HD constexpr bool wanting(std::uint32_t marks) { return (marks & (bad | encroached)) != 0; }
// The marks of a triangle that is left.
AMORPH_HD constexpr std::uint32_t left(std::uint32_t marks, std::uint32_t why) { return (marks & segments) | why; }
}  // namespace mark

// On the host memory latency dominates; the device hides it by other warps.
AMORPH_HD inline void prefetch([[maybe_unused]] const void* p) {
#if !AMORPH_DEVICE_COMPILER
  __builtin_prefetch(p);
#endif
}

// Coordinates: the input's, or, in single precision, multiples of 2^-24 from 0 to 1, which floats represent exactly.
// All arithmetic on them is in double precision, so that predicates stay exact.
struct narrow_point {
  float x, y;
};
struct point_array {
  point* wide;
  narrow_point* narrow;  // or null

  AMORPH_BODY point operator[](std::size_t i) const {
    return narrow != nullptr ? point{narrow[i].x, narrow[i].y} : wide[i];
  }
  AMORPH_BODY void put(std::size_t i, point p) const {
    if (narrow != nullptr)
      narrow[i] = {static_cast<float>(p.x), static_cast<float>(p.y)};
    else
      wide[i] = p;
  }
  // The nearest point that can be stored and that predicates accept: coordinates are 0 or large enough.
  AMORPH_BODY point rounded(point p) const {
    return narrow != nullptr ? point{on_grid(p.x), on_grid(p.y)} : point{or_zero(p.x), or_zero(p.y)};
  }
  AMORPH_BODY static double or_zero(double x) { return detail::magnitude(x) < min_magnitude ? 0 : x; }
  AMORPH_BODY static double on_grid(double x) {
    // Sums with 1.5 * 2^28 are multiples of 2^-24.
    constexpr double large = 402653184.0;
    return (x + large) - large;
  }
  AMORPH_BODY const void* address(std::size_t i) const {
    return narrow != nullptr ? static_cast<const void*>(narrow + i) : static_cast<const void*>(wide + i);
  }
};

AMORPH_HD inline point centroid(const point* corner) {
  return {(corner[0].x + corner[1].x + corner[2].x) * (1.0 / 3), (corner[0].y + corner[1].y + corner[2].y) * (1.0 / 3)};
}

// Area bounds belong to the input's triangles. A new triangle has the bound of the one that contains its centroid, so
// that bounds do not drift, however often the mesh is retriangulated. (Triangle averages the bounds of merged
// triangles.)
struct area_bounds {
  const double* bound;    // per input triangle, 0: none; null: there are none
  const triangle* input;  // the input's triangles
  std::uint32_t* holder;  // per triangle: the input triangle that contains its centroid

  AMORPH_BODY double of(std::uint32_t t) const { return bound == nullptr ? 0 : bound[holder[t]]; }
};

struct mesh_view {
  point_array points;
  triangle* triangles;
  std::uint32_t* segment;        // 3 per triangle: valid if the mark is set
  std::uint32_t* point_segment;  // per vertex: the input segment in whose interior it lies, or none
  double* region;                // per triangle, or null
  area_bounds areas;
  double* attributes;  // attribute_count per vertex
  std::uint32_t attribute_count;

  AMORPH_BODY point corner(const triangle& t, std::uint32_t i) const { return points[t.corner[i]]; }

  // The input triangle that contains `to`: a walk from t, which contains `from`, across edges that have `to` on their
  // other side. If there are two, it crosses the one that the straight line crosses, so that it meets no boundary that
  // the line does not meet. It ends at a boundary if rounding moved the point beyond it, and after 4096 steps, since
  // rounding may cause a cycle.
  AMORPH_BODY std::uint32_t holder_of(point to, point from, std::uint32_t t) const {
    std::uint32_t entered = 3;
    for (unsigned steps = 0; steps != 4096; ++steps) {
      const triangle here = areas.input[t];
      std::uint32_t exits = 0;
      for (std::uint32_t e = 0; e != 3; ++e)
        if (e != entered && orientation(corner(here, after(e)), corner(here, after(after(e))), to) < 0)
          exits |= 1u << e;
      if (exits == 0) return t;
      std::uint32_t e = exits == 1 ? 0 : exits == 2 ? 1 : 2;
      if (exits == 3 || exits == 5 || exits == 6) {
        const std::uint32_t common = exits == 6 ? 0 : exits == 5 ? 1 : 2;
        const bool on_the_left = orientation(from, to, corner(here, common)) > 0;
        e = on_the_left ? after(common) : after(after(common));
        if (here.next[e] == none) e = on_the_left ? after(after(common)) : after(common);
      }
      if (here.next[e] == none) return t;
      t = triangle_of(here.next[e]);
      entered = corner_of(here.next[e]);
    }
    return t;
  }

  // Of a triangle in cache: its neighbours and corners; then what lies beyond the neighbours.
  AMORPH_BODY void prefetch_around(std::uint32_t t) const {
    for (unsigned i = 0; i != 3; ++i) {
      if (triangles[t].next[i] != none) prefetch(&triangles[triangle_of(triangles[t].next[i])]);
      prefetch(points.address(triangles[t].corner[i]));
    }
  }
  AMORPH_BODY void prefetch_beyond(std::uint32_t t) const {
    for (const handle s : triangles[t].next) {
      if (s == none) continue;
      const triangle& there = triangles[triangle_of(s)];
      prefetch(points.address(there.corner[corner_of(s)]));
      for (const std::uint32_t e : {after(corner_of(s)), after(after(corner_of(s)))})
        if (there.next[e] != none) prefetch(&triangles[triangle_of(there.next[e])]);
    }
  }
};

}  // namespace amorph::mesh::refining
