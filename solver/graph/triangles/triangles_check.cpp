#include "solver/graph/triangles/triangles_check.hpp"

#include <unordered_set>

namespace amorph::check {

std::string triangles_fault(const weighted_csr& graph, std::uint64_t triangles,
                            const std::vector<std::uint64_t>& count) {
  const csr& g = graph.graph;
  // Higher neighbours alone: the triangle u < v < w is found at u and v.
  std::vector<std::unordered_set<std::uint32_t>> higher(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (const std::uint32_t u : g.row(v))
      if (u != v) higher[u < v ? u : v].insert(u < v ? v : u);
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> each(g.vertices, 0);
  for (std::uint32_t u = 0; u != g.vertices; ++u)
    for (const std::uint32_t v : higher[u]) {
      const bool u_is_smaller = higher[u].size() < higher[v].size();
      const auto &walked = u_is_smaller ? higher[u] : higher[v], &asked = u_is_smaller ? higher[v] : higher[u];
      for (const std::uint32_t w : walked)
        if (w != u && w != v && asked.count(w) != 0) {
          ++sum;
          ++each[u];
          ++each[v];
          ++each[w];
        }
    }
  if (sum != triangles) return std::to_string(triangles) + " triangles, there are " + std::to_string(sum);
  if (count.empty()) return {};
  if (count.size() != g.vertices) return std::to_string(count.size()) + " counts of " + std::to_string(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (count[v] != each[v])
      return "vertex " + std::to_string(v) + " is in " + std::to_string(each[v]) + " triangles, not in " +
             std::to_string(count[v]);
  return {};
}

}  // namespace amorph::check
