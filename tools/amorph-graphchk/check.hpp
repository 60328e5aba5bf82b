// The faults of a graph file's rows, and the nearest undirected graph.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::metis {

struct findings {
  std::uint64_t faults = 0;
  std::string lines;  // METIS's for each; after `most_lines` of them no more
};
constexpr std::uint64_t most_lines = 1000;

// Self loops, neighbours that stand more than once in a row, edges that only one end has, and edges whose ends disagree
// on the weight (told at both). Sorts each row of `g`. O(n + m log degree).
[[nodiscard]] findings find_faults(host_graph& g);

// No self loops, each edge once in both rows; where weights disagree, the smaller. Rows ascend. `g` as find_faults left
// it.
[[nodiscard]] host_graph corrected(const host_graph& g);

}  // namespace amorph::metis
