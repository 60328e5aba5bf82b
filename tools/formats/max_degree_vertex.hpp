// The default source of a search.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {

// The vertex of maximum out-degree, the first on ties; the graph has at least one vertex. O(n).
[[nodiscard]] inline std::uint32_t max_degree_vertex(const weighted_graph& g) {
  std::uint32_t best = 0;
  for (std::uint32_t v = 1; v < g.vertices; ++v)
    if (g.begin[v + std::size_t{1}] - g.begin[v] > g.begin[best + std::size_t{1}] - g.begin[best]) best = v;
  return best;
}

}  // namespace amorph
