// Strongly connected components on the host: Tarjan's algorithm (SIAM J. Computing, 1972), iterative. The nodes of a
// complete component get a low link above all others, so that no flag for open nodes is needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace amorph::andersen {

// Calls found(first, last) with the members of each component, in the order of their discovery, after the components
// that its edges lead to, and left(node) when the search leaves a node: in postorder, before its component is found.
// `graph` provides begin(node) and end(node), the range of its edges, and target(edge), a node, or 0xffffffff for an
// edge to be skipped. `low`: per node 0, or `complete` if it is to be left out. O(nodes + edges).
inline constexpr std::uint32_t complete = 0xffffffffu;
template <class Graph, class Found, class Left>
void for_each_component(const Graph& graph, std::uint32_t nodes, std::vector<std::uint32_t>& low, Found found,
                        Left left) {
  struct frame {
    std::uint32_t node, index;
    std::uint64_t edge, end;
  };
  std::vector<std::uint32_t> open;
  std::vector<frame> path;
  std::uint32_t visited = 0;
  auto enter = [&](std::uint32_t node) {
    const std::uint64_t begin = graph.begin(node), end = graph.end(node);
    if (begin == end) {
      low[node] = complete;
      left(node);
      found(&node, &node + 1);
      return;
    }
    low[node] = ++visited;
    open.push_back(node);
    path.push_back({node, visited, begin, end});
  };
  for (std::uint32_t root = 0; root != nodes; ++root) {
    if (low[root] == 0) enter(root);
    while (!path.empty()) {
      frame& top = path.back();
      if (top.edge != top.end) {
        const std::uint32_t next = graph.target(top.edge++);
        if (next == 0xffffffffu) continue;
        if (low[next] == 0)
          enter(next);
        else if (low[next] < low[top.node])
          low[top.node] = low[next];
        continue;
      }
      const auto [node, index, edge, end] = top;
      path.pop_back();
      left(node);
      if (low[node] != index) {  // then there is a node below it on the path
        low[path.back().node] = std::min(low[path.back().node], low[node]);
        continue;
      }
      std::size_t first = open.size();
      do low[open[--first]] = complete;
      while (open[first] != node);
      found(open.data() + first, open.data() + open.size());
      open.resize(first);
    }
  }
}

template <class Graph, class Found> void for_each_component(const Graph& graph, std::uint32_t nodes, Found found) {
  std::vector<std::uint32_t> low(nodes, 0);
  for_each_component(graph, nodes, low, found, [](std::uint32_t) {});
}

}  // namespace amorph::andersen
