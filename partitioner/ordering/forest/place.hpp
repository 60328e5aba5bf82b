// Places: nodes of separator trees, and functions of their numbers.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph::ordering {

inline constexpr std::uint32_t tree_nodes = 64;  // of which 63 are used
inline constexpr std::uint32_t most_depths = 5;  // of separators in a tree; parts at depth 5

// Graphs with more vertices are divided by the forest, smaller ones by the host alone; a number per preset.
inline constexpr std::uint32_t largest_on_host[] = {~0u, 50000, ~0u};
inline constexpr std::uint32_t part_size = 32000;  // the parts of the last pass have about so many vertices

AMORPH_HD constexpr std::uint32_t depth_of(std::uint32_t place) {
  const std::uint32_t node = place % tree_nodes;
  return (node > 0 ? 1u : 0u) + (node > 2 ? 1u : 0u) + (node > 6 ? 1u : 0u) + (node > 14 ? 1u : 0u) +
         (node > 30 ? 1u : 0u);
}
AMORPH_HD constexpr std::uint32_t child_of(std::uint32_t place, std::uint32_t side) {
  return place + place % tree_nodes + 1 + side;
}
// The number, among the nodes of depth d, of the one at or above `place`, which is not above depth d.
AMORPH_HD constexpr std::uint32_t index_at(std::uint32_t place, std::uint32_t d) {
  const std::uint32_t in_tree = ((place % tree_nodes + 1) >> (depth_of(place) - d)) - (1u << d);
  return (place / tree_nodes) << d | in_tree;
}
// The inverse: the place of node `index` of depth d.
AMORPH_HD constexpr std::uint32_t place_at(std::uint32_t index, std::uint32_t d) {
  return (index >> d) * tree_nodes + (1u << d) - 1 + (index & ((1u << d) - 1));
}
inline constexpr std::uint32_t on_separator = 2, above = 3;
// Relative to the separator of depth d on the way to the root: side 0 or 1, on_separator, or above.
AMORPH_HD constexpr std::uint32_t side_of(std::uint32_t place, std::uint32_t d) {
  const std::uint32_t depth = depth_of(place);
  if (depth <= d) return depth == d ? on_separator : above;
  return ((place % tree_nodes + 1) >> (depth - d - 1)) & 1u;
}

static_assert(child_of(child_of(64, 1), 0) == 64 + 5 && side_of(64 + 5, 0) == 1 && side_of(64 + 5, 1) == 0);
static_assert(place_at(index_at(64 + 5, 2), 2) == 64 + 5 && place_at(index_at(64 + 5, 1), 1) == 64 + 2);

}  // namespace amorph::ordering
