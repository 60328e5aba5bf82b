// Connected components by disjoint sets, in parallel.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// The components of the graph's edges (u, v) with joins(u, v), as sets over `parent`, of which the first vertex of each
// component is the root: parent[v] == v. Nearly O(n + m).
template <class Joins>
disjoint_sets unite_components(cpu_exec& exec, const graph& g, host_array<std::uint32_t>& parent, Joins joins) {
  const disjoint_sets sets{parent.data()};
  exec.for_each(g.vertices, [=](std::size_t v) { sets.make(static_cast<std::uint32_t>(v)); });
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (const std::uint32_t u = g.to[e]; u < v && joins(u, static_cast<std::uint32_t>(v)))
          sets.unite(u, static_cast<std::uint32_t>(v));
  });
  return sets;
}

}  // namespace amorph::partition
