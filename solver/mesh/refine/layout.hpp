// Memory layout: vertices and triangles along the Hilbert curve, so that neighbours in the plane are near in memory and
// the triangles of a warp share neighbours ("Morph Algorithms on GPUs", section 6.1, swaps neighbours towards each
// other; one sort is more effective). Also the conversion of triangles from plain arrays to records and back.
#pragma once

#include <cstdint>

#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/refine/view.hpp"

namespace amorph::mesh::refining {

// A grid of 2^16 x 2^16 cells over the domain, numbered along the curve.
struct curve_cells {
  double x, y, scale;  // lower left corner; cells per unit of length
  AMORPH_BODY std::uint32_t index(double px, double py) const {
    return static_cast<std::uint32_t>(hilbert_index(cell(px - x), cell(py - y), 16));
  }
  AMORPH_BODY std::uint32_t cell(double from) const {
    const double c = from * scale;
    return c >= 65535 ? 65535u : c > 0 ? static_cast<std::uint32_t>(c) : 0u;
  }
};

struct key_points {
  curve_cells cells;
  const point* points;
  std::uint32_t *key, *index;
  AMORPH_BODY void operator()(std::size_t i) const {
    key[i] = cells.index(points[i].x, points[i].y);
    index[i] = static_cast<std::uint32_t>(i);
  }
};
struct key_triangles {
  curve_cells cells;
  const point* points;
  const std::uint32_t* corners;
  std::uint32_t *key, *index;
  AMORPH_BODY void operator()(std::size_t i) const {
    const point corner[3] = {points[corners[3 * i]], points[corners[3 * i + 1]], points[corners[3 * i + 2]]};
    const point c = centroid(corner);
    key[i] = cells.index(c.x, c.y);
    index[i] = static_cast<std::uint32_t>(i);
  }
};

struct identity_order {
  std::uint32_t* order;
  AMORPH_BODY void operator()(std::size_t i) const { order[i] = static_cast<std::uint32_t>(i); }
};
// rank[order[i]] = i
struct invert {
  const std::uint32_t* order;
  std::uint32_t* rank;
  AMORPH_BODY void operator()(std::size_t i) const { rank[order[i]] = static_cast<std::uint32_t>(i); }
};
template <class T> struct gather {
  const T* from;
  const std::uint32_t* order;
  T* to;
  std::size_t each;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::size_t k = 0; k != each; ++k) to[i * each + k] = from[order[i] * each + k];
  }
};
template <class T> struct scatter {
  const T* from;
  const std::uint32_t* order;
  T* to;
  std::size_t each;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::size_t k = 0; k != each; ++k) to[order[i] * each + k] = from[i * each + k];
  }
};
struct rename {
  const std::uint32_t* rank;
  std::uint32_t* index;
  AMORPH_BODY void operator()(std::size_t i) const { index[i] = rank[index[i]]; }
};

// To single precision and back, exactly.
struct narrow_down {
  const point* from;
  point low;
  double scale;
  narrow_point* to;
  AMORPH_BODY void operator()(std::size_t i) const {
    to[i] = {static_cast<float>((from[i].x - low.x) * scale), static_cast<float>((from[i].y - low.y) * scale)};
  }
};
struct widen {
  const narrow_point* from;
  point low;
  double scale;
  point* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = {low.x + from[i].x / scale, low.y + from[i].y / scale}; }
};

struct build_triangles {
  const std::uint32_t *corners, *neighbours, *segments;
  const std::uint32_t *order, *triangle_rank, *point_rank;
  triangle* to;
  std::uint32_t* segment;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::size_t old = order[i];
    triangle t{};
    for (std::uint32_t e = 0; e != 3; ++e) {
      t.corner[e] = point_rank[corners[3 * old + e]];
      const std::uint32_t n = neighbours[3 * old + e], s = segments[3 * old + e];
      // Opposite to corner e: the neighbour's edge that starts where this one ends.
      std::uint32_t j = 0;
      if (n != none)
        while (corners[3 * std::size_t{n} + after(j)] != corners[3 * old + after(after(e))]) ++j;
      t.next[e] = n == none ? none : edge_of(triangle_rank[n], j);
      segment[3 * i + e] = s;
      if (s != none) t.marks |= 1u << e;
    }
    to[i] = t;
  }
};

struct split_triangles {
  const triangle* from;
  const std::uint32_t* segment;
  const std::uint32_t* point_order;  // of the input's vertices
  std::uint32_t input_points;
  std::uint32_t *corners, *neighbours, *segments;
  AMORPH_BODY void operator()(std::size_t i) const {
    const triangle t = from[i];
    for (std::uint32_t e = 0; e != 3; ++e) {
      corners[3 * i + e] = t.corner[e] < input_points ? point_order[t.corner[e]] : t.corner[e];
      neighbours[3 * i + e] = t.next[e] == none ? none : triangle_of(t.next[e]);
      segments[3 * i + e] = (t.marks >> e & 1) != 0 ? segment[3 * i + e] : none;
    }
  }
};

}  // namespace amorph::mesh::refining
