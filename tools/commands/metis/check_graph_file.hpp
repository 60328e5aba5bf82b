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

// Lists self-loops, neighbours that occur more than once in a row, edges missing at one end, and edges weighted
// differently at their ends (listed at both). Sorts each row of `g`. O(n + m log degree).
[[nodiscard]] findings find_faults(host_graph& g);

// The graph without self-loops, with each edge once in both rows; if weights differ, the smaller is used. Rows ascend.
// `g` is as find_faults left it.
[[nodiscard]] host_graph corrected(const host_graph& g);

}  // namespace amorph::metis
