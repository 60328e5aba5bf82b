// Components by labels, for connected and strongly connected components. The label of a vertex is the minimum vertex of
// its component.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/run/statistics.hpp"

namespace amorph {

struct component_labels {
  std::vector<std::uint32_t> label;  // per vertex: the minimum vertex of its component
  std::uint64_t components = 0;
  std::uint64_t largest = 0;  // vertices of the largest component
  run_statistics stats;
};

// Fills in `components` and `largest` from the labels. O(n).
void count_components(component_labels& found);

}  // namespace amorph
