// Finds the stars of all vertices, each by itself: first from points nearby along the curve, then from all points that
// the tree of boxes finds in its circles.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/stars/star.hpp"

namespace amorph::mesh::stars {

// The stars in one array, in any order.
struct rings_view {
  std::uint32_t* ids;
  std::uint32_t *begin, *size;  // per vertex
  std::uint32_t* end;           // of what is used of `ids`

  template <class Ring> AMORPH_BODY void store(std::uint32_t k, const star<Ring>& s) const {
    const std::uint32_t at = atomic_add(end, s.size());
    begin[k] = at;
    size[k] = s.size();
    for (std::uint32_t i = 0; i != s.size(); ++i) ids[at + i] = s.neighbour(i);
  }
};

struct search {
  tree_view tree;
  std::uint32_t limit;  // of nodes visited

  // False beyond the limit, or if the star is too large.
  template <class Ring> AMORPH_BODY bool operator()(std::uint32_t k, star<Ring>& s) const {
    constexpr std::uint32_t width = tree_view::width;
    const std::uint32_t n = tree.points_count, leaf = k / width;
    const std::uint32_t q = k + 1 == n ? k - 1 : k + 1, r = start(k, q, s);
    if (r == none) return false;
    const std::uint32_t first_leaf = leaf == 0 ? 0 : leaf - 1, near_end = (leaf + 2) * width;
    for (std::uint32_t x = first_leaf * width; x != (near_end < n ? near_end : n); ++x)
      if (x != k && x != q && x != r && !s.add(x)) return false;
    std::uint32_t visited = 0;
    bool fits = true;
    const auto add_leaf = [&](std::uint32_t there) {
      if (there >= first_leaf && there <= leaf + 1) return true;
      const std::uint32_t end = (there + 1) * width;
      for (std::uint32_t x = there * width; x != (end < n ? end : n) && fits; ++x) fits = s.add(x);
      return fits;
    };
    // What is near along the curve may lie on one side. Then circles are large, and hold much that is far away: first
    // all that is near in the plane.
    double window = 0.5 * s.extent();
    for (unsigned k = 0; k != 3 && s.is_wide() && fits; ++k, window *= 2)
      tree.traverse_around(
          leaf,
          [&](const box& b) {
            fits = fits && ++visited != limit;
            return fits && s.is_near(b, window);
          },
          add_leaf);
    tree.traverse_around(
        leaf,
        [&](const box& b) {
          fits = fits && ++visited != limit;
          return fits && s.reaches(b);
        },
        add_leaf);
    return fits;
  }

 private:
  // With q and the first vertex that is not collinear with them, which it returns; or none.
  template <class Ring> AMORPH_BODY std::uint32_t start(std::uint32_t k, std::uint32_t q, star<Ring>& s) const {
    constexpr std::uint32_t farthest = 512;
    for (std::uint32_t d = 1; d != farthest; ++d) {
      if (k >= d && k - d != q && s.start(q, k - d)) return k - d;
      if (k + d < tree.points_count && k + d != q && s.start(q, k + d)) return k + d;
    }
    return none;
  }
};

struct find_small_stars {
  search find;
  rings_view to;
  std::uint32_t* unfinished;
  std::uint32_t* unfinished_count;
  AMORPH_BODY void operator()(std::size_t i) const {
    const auto k = static_cast<std::uint32_t>(i);
    star<small_ring> s(find.tree.points, k);
    if (find(k, s))
      to.store(k, s);
    else
      unfinished[atomic_add(unfinished_count, 1u)] = k;
  }
};

struct find_large_stars {
  search find;
  rings_view to;
  const std::uint32_t* vertices;
  large_ring memory;  // `capacity` elements per vertex
  std::uint32_t* unfinished_count;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::size_t from = i * large_ring::capacity;
    star<large_ring> s(find.tree.points, vertices[i],
                       {memory.id + from, memory.x + from, memory.y + from, memory.reach + from});
    if (find(vertices[i], s))
      to.store(vertices[i], s);
    else
      (void)atomic_add(unfinished_count, 1u);
  }
};

}  // namespace amorph::mesh::stars
