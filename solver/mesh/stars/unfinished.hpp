// Stars that are too large, or whose circles reach too far, are completed on the host. A triangle with a corner whose
// star was found is known from it; the others have three unfinished corners, so that they are triangles of the
// triangulation of the unfinished vertices (complete.cpp).
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/stars/core.hpp"
#include "solver/mesh/stars/triangles.hpp"

namespace amorph::mesh::stars {

// Adds a triangle to the unfinished vertices, which may be collinear.
struct add_triangle {
  star_reader stars;
  std::uint32_t vertices;
  std::uint32_t *is_unfinished, *unfinished, *count;
  AMORPH_BODY void operator()() const {
    for (std::uint32_t k = 0; k != vertices; ++k) {
      if (is_unfinished[k] != 0) continue;
      const std::uint32_t* ring = stars.ids + stars.begin[k];
      const std::uint32_t i = ring[0] == none ? 1 : ring[1] == none ? 2 : 0;  // there are two finite ones in a row
      add(k);
      add(ring[i]);
      add(ring[i + 1 == stars.size[k] ? 0 : i + 1]);
      return;
    }
  }
  AMORPH_BODY void add(std::uint32_t k) const {
    if (is_unfinished[k] != 0) return;
    is_unfinished[k] = 1;
    unfinished[(*count)++] = k;
  }
};

// The triangles of unfinished stars that others know; only their number if `links` is null.
struct list_links {
  star_reader stars;
  const std::uint32_t* is_unfinished;
  star_link* links;
  std::uint32_t* count;
  AMORPH_BODY void operator()(std::size_t i) const {
    const auto k = static_cast<std::uint32_t>(i);
    if (is_unfinished[k] != 0) return;
    const std::uint32_t *ring = stars.ids + stars.begin[k], n = stars.size[k];
    std::uint32_t a = ring[n - 1];
    for (std::uint32_t j = 0; j != n; ++j) {
      const std::uint32_t b = ring[j];
      if (a != none && is_unfinished[a] != 0) add({a, b, k});
      if (b != none && is_unfinished[b] != 0) add({b, k, a});
      a = b;
    }
  }
  AMORPH_BODY void add(star_link link) const {
    const std::uint32_t at = atomic_add(count, 1u);
    if (links != nullptr) links[at] = link;
  }
};

struct gather_vertices {
  const point* from;
  const std::uint32_t* vertices;
  point* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = from[vertices[i]]; }
};

struct take_stars {
  const std::uint32_t *vertices, *ring_begin;
  std::uint32_t first;  // where their neighbours are
  std::uint32_t *begin, *size;
  AMORPH_BODY void operator()(std::size_t i) const {
    begin[vertices[i]] = first + ring_begin[i];
    size[vertices[i]] = ring_begin[i + 1] - ring_begin[i];
  }
};

}  // namespace amorph::mesh::stars
