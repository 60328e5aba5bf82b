#include "solver/graph/common/checks.hpp"

#include <algorithm>
#include <string>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

void check_graph(const weighted_csr& g) {
  auto refuse = [](const std::string& why) { throw error(status::bad_input, why); };
  const std::size_t n = g.graph.vertices;
  // The two largest numbers are sentinels in lists.
  if (n >= 0xfffffffeu) refuse("expected at most 4294967293 vertices, found " + std::to_string(n));
  if (n == 0 && g.graph.begin.empty() && g.graph.to.empty()) return;
  if (g.graph.begin.size() != n + 1)
    refuse("expected " + std::to_string(n + 1) + " offsets, found " + std::to_string(g.graph.begin.size()));
  if (g.graph.begin[0] != 0 || g.graph.begin[n] != g.graph.to.size())
    refuse("expected offsets from 0 to the number of arcs, " + std::to_string(g.graph.to.size()));
  for (std::size_t v = 0; v != n; ++v)
    if (g.graph.begin[v] > g.graph.begin[v + 1]) refuse("the offsets of vertex " + std::to_string(v) + " descend");
  for (const std::uint32_t u : g.graph.to)
    if (u >= n) refuse("an arc leads to vertex " + std::to_string(u) + " of " + std::to_string(n));
  if (g.undirected) {  // solvers reserve memory for half of the arcs
    std::uint64_t up = 0, down = 0;
    for (std::size_t v = 0; v != n; ++v)
      for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + 1]; ++e) {
        up += g.graph.to[e] > v ? 1 : 0;
        down += g.graph.to[e] < v ? 1 : 0;
      }
    if (up != down)
      refuse("expected each arc in both directions in an undirected graph, found " + std::to_string(up) + " up and " +
             std::to_string(down) + " down");
  }
  if ((g.kind != weight_kind::none) != (g.weight != nullptr) && !g.graph.to.empty())
    refuse("expected weights and their kind, found one of them");
}

std::vector<std::uint32_t> distinct_sources(const weighted_csr& g, span<const std::uint32_t> sources) {
  if (sources.empty() && g.graph.vertices == 0) return {};
  if (sources.empty()) throw error(status::bad_input, "expected at least one source");
  std::vector<std::uint32_t> list(sources.begin(), sources.end());
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  if (!list.empty() && list.back() >= g.graph.vertices)
    throw error(status::bad_input, "vertex " + std::to_string(list.back()) + " is not one of the graph's " +
                                       std::to_string(g.graph.vertices));
  return list;
}

}  // namespace amorph
