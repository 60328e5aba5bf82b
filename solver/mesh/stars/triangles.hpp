// The triangles of the stars, each from the star of its first corner, the one with the lowest number; they are numbered
// by their first, then their second corners.
#pragma once

#include <cstdint>

#include "solver/mesh/stars/find_stars.hpp"

namespace amorph::mesh::stars {

struct star_reader {
  const std::uint32_t *ids, *begin, *size;

  // Calls f(a, b) for the triangles (k, a, b) of which k is the first corner.
  template <class F> AMORPH_BODY void each_own(std::uint32_t k, F f) const {
    const std::uint32_t *ring = ids + begin[k], n = size[k];
    std::uint32_t a = ring[n - 1];
    for (std::uint32_t i = 0; i != n; ++i) {
      const std::uint32_t b = ring[i];
      if (a > k && b > k && a != none && b != none) f(a, b);
      a = b;
    }
  }
  AMORPH_BODY std::uint32_t count_own(std::uint32_t k) const {
    std::uint32_t count = 0;
    each_own(k, [&](std::uint32_t, std::uint32_t) { ++count; });
    return count;
  }
  // The number of k's own triangles whose second corner is below a.
  AMORPH_BODY std::uint32_t rank_of(std::uint32_t k, std::uint32_t a) const {
    std::uint32_t rank = 0;
    each_own(k, [&](std::uint32_t second, std::uint32_t) { rank += second < a; });
    return rank;
  }
  // The neighbour of k just before a, counter-clockwise: triangle (k, it, a) lies on the right of the edge from k to a.
  AMORPH_BODY std::uint32_t before(std::uint32_t k, std::uint32_t a) const {
    const std::uint32_t *ring = ids + begin[k], n = size[k];
    std::uint32_t previous = ring[n - 1];
    for (std::uint32_t i = 0; ring[i] != a; ++i) previous = ring[i];
    return previous;
  }
};

struct count_own_triangles {
  star_reader stars;
  AMORPH_BODY std::uint32_t operator()(std::size_t k) const { return stars.count_own(static_cast<std::uint32_t>(k)); }
};

struct write_triangles {
  star_reader stars;
  const std::uint32_t* first;     // per vertex: the number of its first own triangle
  const std::uint32_t* point_of;  // per vertex: its point
  std::uint32_t *corners, *neighbours;

  AMORPH_BODY void operator()(std::size_t i) const {
    const auto k = static_cast<std::uint32_t>(i);
    stars.each_own(k, [&](std::uint32_t a, std::uint32_t b) {
      const std::size_t at = 3 * std::size_t{first[k] + stars.rank_of(k, a)};
      corners[at] = point_of[k];
      corners[at + 1] = point_of[a];
      corners[at + 2] = point_of[b];
      neighbours[at] = on_the_right(a, b);
      neighbours[at + 1] = on_the_right(b, k);
      neighbours[at + 2] = on_the_right(k, a);
    });
  }

 private:
  // The number of the triangle on the right of the edge from a to b, or none.
  AMORPH_BODY std::uint32_t on_the_right(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t c = stars.before(a, b);  // the triangle is (a, c, b)
    if (c == none) return none;
    if (a < c && a < b) return first[a] + stars.rank_of(a, c);
    return c < b ? first[c] + stars.rank_of(c, b) : first[b] + stars.rank_of(b, a);
  }
};

}  // namespace amorph::mesh::stars
