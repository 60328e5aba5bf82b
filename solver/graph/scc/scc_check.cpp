#include "solver/graph/scc/scc_check.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace amorph::check {
namespace {

// Vertices in the order in which a depth-first search leaves them.
std::vector<std::uint32_t> order_of_leaving(const csr& graph) {
  std::vector<std::uint32_t> order;
  order.reserve(graph.vertices);
  std::vector<bool> seen(graph.vertices);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> path;  // a vertex, its next arc
  for (std::uint32_t root = 0; root != graph.vertices; ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    path.emplace_back(root, graph.begin[root]);
    while (!path.empty()) {
      const std::uint32_t v = path.back().first;
      if (path.back().second == graph.begin[v + std::size_t{1}]) {
        order.push_back(v);
        path.pop_back();
        continue;
      }
      const std::uint32_t w = graph.to[path.back().second++];
      if (seen[w]) continue;
      seen[w] = true;
      path.emplace_back(w, graph.begin[w]);
    }
  }
  return order;
}

}  // namespace

std::string scc_fault(const csr& graph, span<const std::uint32_t> label, std::uint64_t components,
                      std::uint64_t largest) {
  const std::uint32_t n = graph.vertices;
  if (label.size() != n) return "expected " + std::to_string(n) + " labels, found " + std::to_string(label.size());
  if (n == 0) return components == 0 && largest == 0 ? "" : "a graph without vertices has no components";
  // The transpose.
  std::vector<std::uint64_t> begin(n + std::size_t{2});
  std::vector<std::uint32_t> from(graph.edges());
  for (const std::uint32_t v : graph.to) ++begin[v + std::size_t{2}];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  for (std::uint32_t v = 0; v != n; ++v)
    for (const std::uint32_t w : graph.row(v)) from[begin[w + std::size_t{1}]++] = v;
  const std::vector<std::uint32_t> order = order_of_leaving(graph);
  std::vector<bool> seen(n);
  std::vector<std::uint32_t> members;
  std::uint64_t found = 0, most = 0;
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    if (seen[*root]) continue;
    seen[*root] = true;
    members.assign(1, *root);
    for (std::size_t i = 0; i != members.size(); ++i)
      for (std::uint64_t e = begin[members[i]]; e != begin[members[i] + std::size_t{1}]; ++e)
        if (!seen[from[e]]) {
          seen[from[e]] = true;
          members.push_back(from[e]);
        }
    ++found;
    most = std::max<std::uint64_t>(most, members.size());
    const std::uint32_t name = *std::min_element(members.begin(), members.end());
    for (const std::uint32_t v : members)
      if (label[v] != name)
        return "vertex " + std::to_string(v) + ": expected component " + std::to_string(name) + ", found " +
               std::to_string(label[v]);
  }
  if (found != components)
    return "expected " + std::to_string(found) + " components, found " + std::to_string(components);
  if (most != largest)
    return "expected " + std::to_string(most) + " vertices in the largest component, found " + std::to_string(largest);
  return "";
}

}  // namespace amorph::check
