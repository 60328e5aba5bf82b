// The order in which the CPU propagates sets, and the strongly connected components of the copy graph: Tarjan's
// algorithm, before sets are propagated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/andersen/cycles/components.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/propagate/schedule.hpp"

namespace amorph::andersen {

// The ids that an id reads: a variable those of its copy edges, a shift its source.
struct predecessors {
  pull_graph graph;
  const shift* shifts;
  const uint32_t* rep;
  uint32_t variables;
  static constexpr uint64_t of_shift = uint64_t{1} << 63;

  [[nodiscard]] uint64_t begin(uint32_t id) const {
    return id < variables ? graph.row_begin[id] : of_shift | (id - variables);
  }
  [[nodiscard]] uint64_t end(uint32_t id) const {
    return id < variables ? graph.row_end[id] : (of_shift | (id - variables)) + 1;
  }
  [[nodiscard]] uint32_t target(uint64_t edge) const {
    return (edge & of_shift) != 0 ? rep[shifts[edge & ~of_shift].src] : graph.src[edge];
  }
};

// Merging needs the components by copy edges alone. Each is within a component of all edges, so that only those of
// several ids, whose `inner` is 0, are searched.
inline void find_copy_cycles(const pull_graph& graph, uint32_t variables, uint32_t ids, topological_order& out) {
  struct copies {
    const pull_graph& graph;
    uint32_t variables;
    [[nodiscard]] uint64_t begin(uint32_t id) const { return id < variables ? graph.row_begin[id] : 0; }
    [[nodiscard]] uint64_t end(uint32_t id) const { return id < variables ? graph.row_end[id] : 0; }
    [[nodiscard]] uint32_t target(uint64_t edge) const {
      return graph.src[edge] < variables ? graph.src[edge] : 0xffffffffu;
    }
  };
  for_each_component(
      copies{graph, variables}, ids, out.inner,
      [&](const uint32_t* first, const uint32_t* last) {
        if (last - first == 1) return;
        const uint32_t minimum = *std::min_element(first, last);
        for (; first != last; ++first) out.component[*first] = minimum;
      },
      [](uint32_t) {});
}

// For each id, who reads its set. O(ids + edges).
inline void list_successors(const predecessors& graph, uint32_t ids, topological_order& out) {
  std::vector<uint32_t>& begin = out.successor_begin;
  begin.assign(uint64_t{ids} + 1, 0);
  for (const uint32_t id : out.order)
    for (uint64_t e = graph.begin(id), end = graph.end(id); e != end; ++e) ++begin[graph.target(e)];
  uint32_t sum = 0;
  for (uint32_t& b : begin) b = sum += b;
  out.successors.resize(sum);
  for (auto at = static_cast<uint32_t>(out.order.size()); at-- != 0;)
    for (uint64_t e = graph.begin(out.order[at]), end = graph.end(out.order[at]); e != end; ++e)
      out.successors[--begin[graph.target(e)]] = at;
}

// Computes the order and the components. The search is serial; variables without predecessors, which are most, are left
// out of it. O(ids + edges).
template <class Exec>
void strongly_connected(Exec& exec, const predecessors& graph, uint32_t ids, topological_order& out) {
  const uint32_t variables = graph.variables;
  out.component.resize(variables);
  out.low.resize(ids);
  out.inner.resize(ids);
  out.order.resize(ids);
  out.left.resize(ids);
  out.loops.clear();
  exec.for_each(ids, [&](std::size_t id) {
    const bool alone = id < variables && graph.graph.row_begin[id] == graph.graph.row_end[id];
    out.low[id] = alone ? complete : 0;
    out.inner[id] = complete;
    if (id < variables) out.component[id] = static_cast<uint32_t>(id);
  });
  uint32_t *order = out.order.data(), *left = out.left.data();
  uint32_t ordered = 0;
  uint32_t waiting = 0;  // in `left`, in postorder (sources first), until their component is found
  for_each_component(
      graph, ids, out.low,
      [&](const uint32_t* first, const uint32_t* last) {
        const uint32_t begin = ordered;
        if (last - first == 1) {
          order[ordered++] = *first;
          --waiting;
          return;
        }
        const auto members = static_cast<uint32_t>(last - first);
        waiting -= members;
        std::copy_n(left + waiting, members, order + begin);
        ordered += members;
        out.loops.push_back({begin, ordered});
        for (; first != last; ++first) out.inner[*first] = 0;
      },
      [&](uint32_t id) { left[waiting++] = id; });
  out.order.resize(ordered);
  if (!out.loops.empty()) find_copy_cycles(graph.graph, variables, ids, out);
  list_successors(graph, ids, out);
}

}  // namespace amorph::andersen
