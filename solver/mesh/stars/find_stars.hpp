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

  AMORPH_BODY void store(std::uint32_t k, const star& s) const {
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
  AMORPH_BODY bool operator()(std::uint32_t k, star& s) const {
    constexpr std::uint32_t width = tree_view::width;
    const std::uint32_t n = tree.points_count, leaf = k / width;
    const std::uint32_t q = k + 1 == n ? k - 1 : k + 1, r = start(k, q, s);
    if (r == none) return false;
    // What is nearest along the curve comes first: the circles are small then when the others come.
    const std::uint32_t first_leaf = leaf == 0 ? 0 : leaf - 1, near = first_leaf * width;
    const std::uint32_t near_end = (leaf + 2) * width < n ? (leaf + 2) * width : n;
    for (std::uint32_t d = 1; d != 2 * width; ++d) {
      if (k + d < near_end && k + d != q && k + d != r && !s.add(k + d)) return false;
      if (k >= near + d && k - d != q && k - d != r && !s.add(k - d)) return false;
    }
    std::uint32_t visited = 0;
    bool fits = true;
    // Leaves wait, so that the threads of a warp add points at the same time.
    std::uint32_t waiting[most_waiting], count = 0;
    const auto add_waiting = [&] {
      for (std::uint32_t i = 0; i != count && fits; ++i) {
        if (!s.reaches(tree.at(0, waiting[i]))) continue;
        const std::uint32_t end = (waiting[i] + 1) * width;
        for (std::uint32_t x = waiting[i] * width; x != (end < n ? end : n) && fits; ++x) fits = s.add(x);
      }
      count = 0;
    };
    const auto add_leaf = [&](std::uint32_t there) {
      if (there >= first_leaf && there <= leaf + 1) return true;
      waiting[count++] = there;
      if (count == most_waiting) add_waiting();
      return fits;
    };
    // What is near along the curve may lie on one side. Then circles are large, and hold much that is far away: first
    // all that is near in the plane.
    double window = 0.5 * s.extent();
    for (unsigned round = 0; round != 3 && s.is_wide() && fits; ++round, window *= 2) {
      tree.traverse_around(
          leaf,
          [&](const box& b) {
            fits = fits && ++visited != limit;
            return fits && s.is_near(b, window);
          },
          add_leaf);
      add_waiting();
    }
    tree.traverse_around(
        leaf,
        [&](const box& b) {
          fits = fits && ++visited != limit;
          return fits && s.reaches(b);
        },
        add_leaf);
    add_waiting();
    return fits;
  }

 private:
  static constexpr std::uint32_t most_waiting = 16;

  // With q and the first vertex that is not collinear with them, which it returns; or none.
  AMORPH_BODY std::uint32_t start(std::uint32_t k, std::uint32_t q, star& s) const {
    constexpr std::uint32_t farthest = 512;
    for (std::uint32_t d = 1; d != farthest; ++d) {
      if (k >= d && k - d != q && s.start(q, k - d)) return k - d;
      if (k + d < tree.points_count && k + d != q && s.start(q, k + d)) return k + d;
    }
    return none;
  }
};

struct find_stars {
  search find;
  rings_view to;
  std::uint32_t *is_unfinished, *unfinished, *unfinished_count;
  AMORPH_BODY void operator()(std::size_t i) const {
    const auto k = static_cast<std::uint32_t>(i);
    star s(find.tree.points, k);
    const bool found = find(k, s);
    is_unfinished[k] = found ? 0 : 1;
    if (found)
      to.store(k, s);
    else
      unfinished[atomic_add(unfinished_count, 1u)] = k;
  }
};

}  // namespace amorph::mesh::stars
