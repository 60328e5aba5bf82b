// The strongly connected components of the copy graph, on the CPU, before sets are propagated. Tarjan's algorithm also
// yields the order in which to sweep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/andersen/cycles/components.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/propagate/schedule.hpp"

namespace amorph::andersen {

// Computes the order and the components of `graph`, whose adjacency lists contain predecessors. The search is serial;
// variables without predecessors, which are most, are left out of it. O(ids + edges).
template <class Exec>
void strongly_connected(Exec& exec, const pull_graph& graph, uint32_t variables, uint32_t ids, topological_order& out) {
  struct predecessors {
    const pull_graph& graph;
    [[nodiscard]] uint64_t begin(uint32_t id) const { return graph.row_begin[id]; }
    [[nodiscard]] uint64_t end(uint32_t id) const { return graph.row_end[id]; }
    [[nodiscard]] uint32_t target(uint64_t edge) const { return graph.src[edge]; }
  };
  out.component.resize(ids);
  out.low.resize(ids);
  out.order.clear();
  exec.for_each(ids, [&](std::size_t id) {
    const bool alone = id < variables && graph.row_begin[id] == graph.row_end[id];
    out.low[id] = alone ? complete : 0;
    if (alone) out.component[id] = static_cast<uint32_t>(id);
  });
  for_each_component(predecessors{graph}, ids, out.low, [&](const uint32_t* first, const uint32_t* last) {
    const uint32_t minimum = *std::min_element(first, last);
    while (last != first) {  // in reverse order of discovery: sources first
      const uint32_t id = *--last;
      out.component[id] = minimum;
      out.order.push_back(id);
    }
  });
}

}  // namespace amorph::andersen
