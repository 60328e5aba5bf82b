// Distances are right if no arc can be relaxed, and each vertex reached has a tight arc from its parent, up to a
// source; without parents, if they equal those of Dijkstra's algorithm (1959).
#include "solver/graph/sssp/sssp_check.hpp"

#include <cmath>
#include <queue>
#include <utility>

#include "solver/graph/common/check.hpp"

namespace amorph::check {
namespace {

using std::size_t;
using std::uint32_t;
using std::uint64_t;

// Lengths and sums of integer weights: wide enough that nothing overflows.
struct whole {
  using number = unsigned __int128;
  const weighted_csr& g;
  const std::vector<uint64_t>& distance;
  [[nodiscard]] size_t size() const { return distance.size(); }
  [[nodiscard]] bool reached(size_t v) const { return distance[v] != none64; }
  [[nodiscard]] number at(size_t v) const { return distance[v]; }
  [[nodiscard]] number length(uint64_t e) const {
    if (g.kind == weight_kind::int32) return static_cast<number>(static_cast<const std::int32_t*>(g.weight)[e]);
    if (g.kind == weight_kind::int64) return static_cast<number>(static_cast<const std::int64_t*>(g.weight)[e]);
    return 1;
  }
};
struct real_numbers {
  using number = double;
  const weighted_csr& g;
  const std::vector<double>& distance;
  [[nodiscard]] size_t size() const { return distance.size(); }
  [[nodiscard]] bool reached(size_t v) const { return !std::isinf(distance[v]); }
  [[nodiscard]] number at(size_t v) const { return distance[v]; }
  [[nodiscard]] number length(uint64_t e) const { return real_weight(g, e); }
};

template <class Answer>
std::string paths_fault(const csr& g, const std::vector<uint32_t>& sources, const Answer& a,
                        const std::vector<uint32_t>& parent) {
  if (a.size() != g.vertices) return std::to_string(a.size()) + " distances of " + std::to_string(g.vertices);
  std::vector<bool> source(g.vertices, false);
  for (const uint32_t s : sources) {
    source[s] = true;
    if (!a.reached(s) || a.at(s) != 0) return "the source, " + name(s) + ", is not at distance 0";
  }
  for (uint32_t v = 0; v != g.vertices; ++v) {
    if (!a.reached(v)) continue;
    for (uint64_t e = g.begin[v]; e != g.begin[v + size_t{1}]; ++e)
      if (!a.reached(g.to[e]) || a.at(g.to[e]) > a.at(v) + a.length(e))
        return name(g.to[e]) + " is nearer through " + name(v);
  }
  if (parent.empty()) {
    using entry = std::pair<typename Answer::number, uint32_t>;
    std::vector<bool> done(g.vertices, false);
    std::vector<typename Answer::number> best(g.vertices, 0);
    std::vector<bool> seen(g.vertices, false);
    std::priority_queue<entry, std::vector<entry>, std::greater<>> queue;
    for (const uint32_t s : sources) {
      queue.emplace(0, s);
      seen[s] = true;
    }
    while (!queue.empty()) {
      const auto [d, v] = queue.top();
      queue.pop();
      if (done[v]) continue;
      done[v] = true;
      if (!a.reached(v) || a.at(v) != d) return name(v) + " has another distance than Dijkstra's";
      for (uint64_t e = g.begin[v]; e != g.begin[v + size_t{1}]; ++e) {
        const auto sum = d + a.length(e);
        const uint32_t u = g.to[e];
        if (seen[u] && best[u] <= sum) continue;
        seen[u] = true;
        best[u] = sum;
        queue.emplace(sum, u);
      }
    }
    for (uint32_t v = 0; v != g.vertices; ++v)
      if (a.reached(v) != done[v]) return name(v) + (done[v] ? " can be reached" : " cannot be reached");
    return {};
  }
  if (parent.size() != g.vertices) return std::to_string(parent.size()) + " parents of " + std::to_string(g.vertices);
  const std::vector<bool> tight = held(g, parent, [&](uint32_t v, uint64_t e, uint32_t u) {
    return a.reached(v) && a.reached(u) && a.at(v) + a.length(e) == a.at(u);
  });
  for (uint32_t v = 0; v != g.vertices; ++v) {
    const uint32_t p = parent[v];
    if ((p != none32) != a.reached(v)) return name(v) + ": a parent and a distance, or neither";
    if (p == none32 || source[v]) {
      if (p != none32 && p != v) return "the source, " + name(v) + ", is not its own parent";
      continue;
    }
    if (p >= g.vertices || !a.reached(p)) return name(v) + " has a parent that was not reached";
    if (!tight[v]) return "no tight arc from " + name(p) + " to its child, " + name(v);
  }
  std::vector<unsigned char> state(g.vertices, 0);  // 1: on the current path, 2: its path leads to a source
  std::vector<uint32_t> path;
  for (uint32_t v = 0; v != g.vertices; ++v) {
    if (parent[v] == none32) continue;
    uint32_t at = v;
    for (path.clear(); state[at] == 0 && !source[at]; at = parent[at]) {
      state[at] = 1;
      path.push_back(at);
    }
    if (state[at] == 1) return "the parents of " + name(at) + " are a cycle";
    for (const uint32_t u : path) state[u] = 2;
  }
  return {};
}

}  // namespace

std::string sssp_fault(const weighted_csr& graph, const std::vector<uint32_t>& sources,
                       const std::vector<uint64_t>& distance, const std::vector<double>& real,
                       const std::vector<uint32_t>& parent) {
  if (is_real(graph.kind)) return paths_fault(graph.graph, sources, real_numbers{graph, real}, parent);
  return paths_fault(graph.graph, sources, whole{graph, distance}, parent);
}

}  // namespace amorph::check
