// The forest of a graph without weights, on one thread: Kruskal's algorithm without its sort. Arcs are taken in their
// order, and one that connects two trees joins the forest. On 16 threads, rounds over all edges take three to seven
// times as long on random graphs, and two thirds of the time on grids.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "solver/graph/mst/edges.hpp"

namespace amorph::mst {

// Writes the arcs of the forest, ascending, and returns their number.
inline std::uint32_t join_in_order(cpu_exec& exec, const edge_order& order, std::uint32_t* forest) {
  constexpr std::uint32_t rows_between_checks = 4096;
  const csr& g = order.graph;
  serial_disjoint_sets trees(g.vertices);
  std::uint32_t joined = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (v % rows_between_checks == 0) exec.check_stop();
    std::uint32_t tree = trees.find(v);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (!order.counts(v, g.to[e]) || trees.find(g.to[e]) == tree) continue;
      trees.unite(tree, g.to[e]);
      tree = trees.find(v);
      forest[joined++] = static_cast<std::uint32_t>(e);
    }
    if (joined + std::uint64_t{1} == g.vertices) break;  // one tree
  }
  return joined;
}

}  // namespace amorph::mst
