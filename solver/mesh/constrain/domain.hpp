// The domain of a constrained triangulation in an executor's memory: triangles connected to the outside or to a hole
// are removed; the others are numbered by their corners, as number_triangles() does (../triangulate/steps.hpp); each
// edge of a segment, and of the boundary, becomes a segment of its own.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "solver/mesh/constrain/locate.hpp"

namespace amorph::mesh::constraining {

// Sets of triangles that no segment separates; item `triangles` is what is removed.
struct unite_triangles {
  mesh_arrays mesh;
  disjoint_sets sets;
  std::uint32_t triangles;
  bool carve;
  AMORPH_BODY void operator()(std::size_t t) const {
    for (std::uint32_t e = 0; e != 3; ++e) {
      if (mesh.segment[3 * t + e] != none) continue;
      const handle other = mesh.neighbour[3 * t + e];
      if (other == none) {
        if (carve) (void)sets.unite(static_cast<std::uint32_t>(t), triangles);
      } else if (triangle_of(other) > t) {
        (void)sets.unite(static_cast<std::uint32_t>(t), triangle_of(other));
      }
    }
  }
};
struct locate_holes {
  mesh_arrays mesh;
  disjoint_sets sets;
  std::uint32_t triangles;
  const point* holes;
  std::uint32_t* triangle;   // per hole
  std::uint32_t* uncertain;  // holes on edges or corners, or outside the domain
  AMORPH_BODY void operator()(std::size_t i) const {
    const located at = fits(holes[i].x) && fits(holes[i].y) ? locate(mesh, holes[i], 0) : located{none, false};
    if (at.triangle == none || at.on_edge || sets.root(at.triangle) == sets.root(triangles))
      (void)atomic_add(uncertain, 1u);
    triangle[i] = at.triangle;
  }
};
struct remove_holes {
  disjoint_sets sets;
  std::uint32_t triangles;
  const std::uint32_t* triangle;
  AMORPH_BODY void operator()(std::size_t i) const { (void)sets.unite(triangle[i], triangles); }
};
struct is_kept {
  disjoint_sets sets;
  std::uint32_t triangles;
  AMORPH_BODY bool operator()(std::size_t t) const {
    return sets.root(static_cast<std::uint32_t>(t)) != sets.root(triangles);
  }
};

// A triangle by the ranks along the curve of its first corner, the lowest, and of its second one.
struct key_of_triangle {
  mesh_arrays mesh;
  const std::uint32_t* rank;  // of vertices
  const std::uint32_t* kept;
  std::uint64_t* key;
  handle* first;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t t = kept[i];
    std::uint32_t r[3];
    for (std::uint32_t e = 0; e != 3; ++e) r[e] = rank[mesh.corner(t, e)];
    const std::uint32_t at = r[0] < r[1] ? (r[0] < r[2] ? 0 : 2) : (r[1] < r[2] ? 1 : 2);
    key[i] = std::uint64_t{r[at]} << 32 | r[after(at)];
    first[i] = edge_of(t, at);
  }
};
struct number_sorted {
  const handle* first;
  std::uint32_t* number;  // per triangle
  AMORPH_BODY void operator()(std::size_t i) const { number[triangle_of(first[i])] = static_cast<std::uint32_t>(i); }
};

// Maps edges of the new triangles to the old mesh, and back.
struct numbered_edges {
  mesh_arrays mesh;
  const handle* first;          // per new triangle
  const std::uint32_t* number;  // per old triangle, or none
  AMORPH_BODY handle old(std::size_t i, std::uint32_t e) const {
    return edge_of(triangle_of(first[i]), (corner_of(first[i]) + e) % 3);
  }
  // 3 * triangle + edge; none if it is removed.
  AMORPH_BODY std::uint32_t position(handle h) const {
    const std::uint32_t n = h == none ? none : number[triangle_of(h)];
    return n == none ? none : 3 * n + (corner_of(h) + 3 - corner_of(first[n])) % 3;
  }
  // An edge on a segment, at the first of its positions.
  AMORPH_BODY bool owns_segment(std::size_t i, std::uint32_t e) const {
    const handle h = old(i, e);
    if (mesh.segment_on(h) == none) return false;
    return 3 * i + e < position(mesh.across(h));
  }
};
struct write_numbered {
  numbered_edges edges;
  std::uint32_t *corners, *neighbours, *segments, *used;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::uint32_t e = 0; e != 3; ++e) {
      const handle h = edges.old(i, e);
      const std::uint32_t v = edges.mesh.opposite(h), at = edges.position(edges.mesh.across(h));
      corners[3 * i + e] = v;
      neighbours[3 * i + e] = at == none ? none : at / 3;
      segments[3 * i + e] = none;
      cached_store(&used[v], 1);
    }
  }
};
struct count_owned {
  numbered_edges edges;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const {
    std::uint32_t count = 0;
    for (std::uint32_t e = 0; e != 3; ++e) count += edges.owns_segment(i, e) ? 1 : 0;
    return count;
  }
};
struct list_owned {
  numbered_edges edges;
  const std::uint32_t* first;
  std::uint64_t* key;  // segment and position
  AMORPH_BODY void operator()(std::size_t i) const {
    std::uint32_t at = first[i];
    for (std::uint32_t e = 0; e != 3; ++e)
      if (edges.owns_segment(i, e))
        key[at++] = std::uint64_t{edges.mesh.segment_on(edges.old(i, e))} << 32 | (3 * i + e);
  }
};
struct write_owned {
  numbered_edges edges;
  const std::uint64_t* key;
  const std::uint32_t* corners;
  std::uint32_t *segments, *ends, *segment_of;
  AMORPH_BODY void operator()(std::size_t s) const {
    const auto at = static_cast<std::uint32_t>(key[s]), number = static_cast<std::uint32_t>(s);
    const std::uint32_t t = at / 3, e = at % 3;
    const std::uint32_t other = edges.position(edges.mesh.across(edges.old(t, e)));
    segments[at] = number;
    if (other != none) segments[other] = number;
    ends[2 * s] = corners[3 * std::size_t{t} + after(e)];
    ends[2 * s + 1] = corners[3 * std::size_t{t} + before(e)];
    segment_of[s] = static_cast<std::uint32_t>(key[s] >> 32);
  }
};

}  // namespace amorph::mesh::constraining
