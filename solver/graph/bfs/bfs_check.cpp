#include "solver/graph/bfs/bfs_check.hpp"

#include "solver/graph/common/check.hpp"

namespace amorph::check {
namespace {

using std::size_t;
using std::uint32_t;
using std::uint64_t;

}  // namespace

std::string bfs_fault(const weighted_csr& graph, const std::vector<uint32_t>& sources,
                      const std::vector<uint32_t>& level, const std::vector<uint32_t>& parent) {
  const csr& g = graph.graph;
  if (level.size() != g.vertices) return std::to_string(level.size()) + " levels of " + std::to_string(g.vertices);
  const std::vector<uint32_t> expected = queue_search(g, sources);
  for (uint32_t v = 0; v != g.vertices; ++v)
    if (level[v] != expected[v])
      return name(v) + " has level " + std::to_string(level[v]) + ", not " + std::to_string(expected[v]);
  if (parent.empty()) return {};
  if (parent.size() != g.vertices) return std::to_string(parent.size()) + " parents of " + std::to_string(g.vertices);
  const std::vector<bool> joined =
      held(g, parent, [&](uint32_t v, uint64_t, uint32_t u) { return level[v] + 1 == level[u]; });
  for (uint32_t v = 0; v != g.vertices; ++v) {
    const uint32_t p = parent[v];
    if ((p == none32) != (level[v] == none32)) return name(v) + ": a parent and a level, or neither";
    if (p == none32) continue;
    if (level[v] == 0 ? p != v : !joined[v]) return name(v) + " has the parent " + std::to_string(p);
  }
  return {};
}

}  // namespace amorph::check
