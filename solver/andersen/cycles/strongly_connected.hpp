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

// Computes the order and the components of `graph`, whose adjacency lists contain predecessors. O(ids + edges).
inline void strongly_connected(const pull_graph& graph, uint32_t variables, uint32_t ids, topological_order& out) {
  struct predecessors {
    const pull_graph& graph;
    [[nodiscard]] uint64_t begin(uint32_t id) const { return graph.row_begin[id]; }
    [[nodiscard]] uint64_t end(uint32_t id) const { return graph.row_end[id]; }
    [[nodiscard]] uint32_t target(uint64_t edge) const { return graph.src[edge]; }
  };
  out.component.resize(ids);
  out.order.clear();
  for_each_component(predecessors{graph}, ids, [&](const uint32_t* first, const uint32_t* last) {
    const uint32_t minimum = *std::min_element(first, last);
    while (last != first) {  // in reverse order of discovery: sources first
      const uint32_t id = *--last;
      out.component[id] = minimum;
      if (id >= variables || graph.row_begin[id] != graph.row_end[id]) out.order.push_back(id);
    }
  });
}

}  // namespace amorph::andersen
