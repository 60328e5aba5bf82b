// A tree of bounding boxes over points along the Hilbert curve: a leaf is 8 consecutive points, an inner node 8
// consecutive nodes (a packed R-tree; Kamel and Faloutsos, "On packing R-trees", 1993). It has no pointers, and a
// traversal needs no stack.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh::stars {

struct box {
  point low, high;
};

struct tree_view {
  static constexpr std::uint32_t width = 8, max_levels = 11;  // 8^11 leaves

  const point* points;
  const box* boxes;                 // of all levels
  std::uint32_t begin[max_levels];  // of a level in `boxes`
  std::uint32_t count[max_levels];  // of its nodes
  std::uint32_t levels, points_count;

  AMORPH_HD const box& at(std::uint32_t level, std::uint32_t node) const { return boxes[begin[level] + node]; }

  // Calls enters(box) for nodes, and visit(leaf) for the leaves of those that it enters, until visit returns false.
  // First for the siblings of `leaf` and what is below them, then for those of its parent, and so on, so that what is
  // near comes first; not for `leaf` itself.
  template <class Enters, class Visit>
  AMORPH_BODY void traverse_around(std::uint32_t leaf, Enters enters, Visit visit) const {
    for (std::uint32_t level = 0, node = leaf; level != levels; ++level, node /= width) {
      const std::uint32_t first = node / width * width;
      const std::uint32_t end = count[level] - first < width ? count[level] : first + width;
      for (std::uint32_t sibling = first; sibling != end; ++sibling)
        if (sibling != node && !traverse_below(level, sibling, enters, visit)) return;
    }
  }

 private:
  template <class Enters, class Visit>
  AMORPH_BODY bool traverse_below(std::uint32_t top, std::uint32_t root, Enters& enters, Visit& visit) const {
    std::uint32_t level = top, node = root;
    for (;;) {
      if (enters(at(level, node))) {
        if (level != 0) {
          --level;
          node *= width;
          continue;
        }
        if (!visit(node)) return false;
      }
      for (;;) {  // to the next sibling, of this node or of the first ancestor that has one
        if (level == top) return true;
        ++node;
        if (node % width != 0 && node != count[level]) break;
        node = (node - 1) / width;
        ++level;
      }
    }
  }
};

struct bound_leaves {
  const point* points;
  std::uint32_t n;
  box* to;
  AMORPH_BODY void operator()(std::size_t leaf) const {
    const std::uint32_t first = static_cast<std::uint32_t>(leaf) * tree_view::width;
    const std::uint32_t last = n - first < tree_view::width ? n : first + tree_view::width;
    box b{points[first], points[first]};
    for (std::uint32_t k = first + 1; k != last; ++k) {
      const point p = points[k];
      b.low = {p.x < b.low.x ? p.x : b.low.x, p.y < b.low.y ? p.y : b.low.y};
      b.high = {p.x > b.high.x ? p.x : b.high.x, p.y > b.high.y ? p.y : b.high.y};
    }
    to[leaf] = b;
  }
};

struct bound_nodes {
  const box* of;  // the level below
  std::uint32_t n;
  box* to;
  AMORPH_BODY void operator()(std::size_t node) const {
    const std::uint32_t first = static_cast<std::uint32_t>(node) * tree_view::width;
    const std::uint32_t last = n - first < tree_view::width ? n : first + tree_view::width;
    box b = of[first];
    for (std::uint32_t k = first + 1; k != last; ++k) {
      const box c = of[k];
      b.low = {c.low.x < b.low.x ? c.low.x : b.low.x, c.low.y < b.low.y ? c.low.y : b.low.y};
      b.high = {c.high.x > b.high.x ? c.high.x : b.high.x, c.high.y > b.high.y ? c.high.y : b.high.y};
    }
    to[node] = b;
  }
};

}  // namespace amorph::mesh::stars
