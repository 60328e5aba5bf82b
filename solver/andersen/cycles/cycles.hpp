// Cycles of copy edges: their variables have equal sets at the fixed point, so each strongly connected component is
// collapsed to its smallest member.
//
// On the CPU, Tarjan's algorithm on the whole graph before sets flow; its order is also the one to sweep in. On the
// device, forward-backward colouring in the way of Orzan ("On distributed verification and verified distribution",
// 2004): each variable takes the largest number that reaches it and the largest that it reaches; where the two agree a
// component is found, and edges between variables that differ in either cannot lie on a cycle. Only edges between
// equal, non-empty sets are looked at, after sets have flowed: all edges of a component are such.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/andersen/cycles/components.hpp"
#include "solver/andersen/propagate/propagate.hpp"

namespace amorph::andersen {

// Components of the graph whose rows list predecessors. `component[id]` becomes the smallest id of its component;
// `order` the ids that have predecessors, or are shifts, such that each comes after its predecessors wherever cycles
// allow. O(ids + edges).
inline void strongly_connected(const pull_graph& graph, uint32_t variables, uint32_t ids,
                               std::vector<uint32_t>& component, std::vector<uint32_t>& order) {
  struct rows {
    const pull_graph& graph;
    [[nodiscard]] uint64_t begin(uint32_t id) const { return graph.row_begin[id]; }
    [[nodiscard]] uint64_t end(uint32_t id) const { return graph.row_end[id]; }
    [[nodiscard]] uint32_t target(uint64_t edge) const { return graph.src[edge]; }
  };
  component.resize(ids);
  order.clear();
  for_each_component(rows{graph}, ids, [&](const uint32_t* first, const uint32_t* last) {
    const uint32_t smallest = *std::min_element(first, last);
    while (last != first) {  // discovered last, first in the order: sources first
      const uint32_t id = *--last;
      component[id] = smallest;
      if (id >= variables || graph.row_begin[id] != graph.row_end[id]) order.push_back(id);
    }
  });
}

// A variable's number in the colouring: scattered, so that chains of neighbours split fast; and back.
AMORPH_HD inline uint32_t colour_of(uint32_t v) { return v * 2654435761u; }
AMORPH_HD inline uint32_t variable_of(uint32_t colour) { return colour * 244002641u; }
static_assert(2654435761u * 244002641u == 1u);

// The colouring's arrays and steps; edges are edge_key(dst, src).
struct colouring {
  uint32_t* forward;   // per variable: the largest number that reaches it
  uint32_t* backward;  // per variable: the largest number that it reaches
  uint32_t* owner;     // per variable: some member of its component, once found; no_set
  uint32_t* smallest;  // per variable that owns: the smallest member

  AMORPH_BODY void start(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    forward[dst] = backward[dst] = colour_of(dst);
    forward[src] = backward[src] = colour_of(src);
  }
  // Passes colours along one edge; true when one grew.
  AMORPH_BODY bool pass(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    const uint32_t reaches = atomic_load(&forward[src]), reached = atomic_load(&backward[dst]);
    bool grew = false;
    if (atomic_load(&forward[dst]) < reaches) grew |= atomic_max(&forward[dst], reaches) < reaches;
    if (atomic_load(&backward[src]) < reached) grew |= atomic_max(&backward[src], reached) < reached;
    return grew;
  }
  // After the last pass: true when the edge is still in question. Ends in a component found are entered.
  AMORPH_BODY bool undecided(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    if (forward[dst] != forward[src] || backward[dst] != backward[src]) return false;
    if (forward[dst] != backward[dst]) return true;
    const uint32_t root = variable_of(forward[dst]);
    owner[dst] = owner[src] = root;
    atomic_min(&smallest[root], dst < src ? dst : src);
    return false;
  }
};

}  // namespace amorph::andersen
