#include "solver/graph/distances/distances_check.hpp"

#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

#include "solver/graph/common/check.hpp"

namespace amorph::check {
namespace {

template <class T> std::vector<T> row(const std::vector<T>& all, std::size_t number, std::size_t size) {
  if (all.empty()) return {};
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(number * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

// Dijkstra's algorithm (1959), in numbers that do not overflow; no value for unreached vertices.
template <class Number, class Length>
std::vector<std::optional<Number>> dijkstra(const csr& g, std::uint32_t source, Length length) {
  using entry = std::pair<Number, std::uint32_t>;
  std::vector<std::optional<Number>> at(g.vertices);
  std::priority_queue<entry, std::vector<entry>, std::greater<>> queue;
  at[source] = 0;
  for (queue.emplace(0, source); !queue.empty();) {
    const auto [d, v] = queue.top();
    queue.pop();
    if (*at[v] < d) continue;
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const Number sum = d + length(e);
      if (at[g.to[e]] && *at[g.to[e]] <= sum) continue;
      at[g.to[e]] = sum;
      queue.emplace(sum, g.to[e]);
    }
  }
  return at;
}

std::string wrong(std::uint32_t v) { return name(v) + " has another distance than Dijkstra's"; }

std::string row_fault(const weighted_csr& g, std::uint32_t source, const std::vector<std::uint32_t>& hops,
                      const std::vector<std::uint64_t>& distance, const std::vector<double>& real) {
  if (!hops.empty()) {
    const std::vector<std::uint32_t> expected = queue_search(g.graph, {source});
    for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
      if (hops[v] != expected[v])
        return name(v) + " is " + std::to_string(hops[v]) + " arcs away, not " + std::to_string(expected[v]);
    return {};
  }
  if (!real.empty()) {
    const auto at = dijkstra<double>(g.graph, source, [&](std::uint64_t e) { return real_weight(g, e); });
    for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
      if (real[v] != at[v].value_or(HUGE_VAL)) return wrong(v);
    return {};
  }
  using wide = unsigned __int128;
  const auto at =
      dijkstra<wide>(g.graph, source, [&](std::uint64_t e) { return static_cast<wide>(integer_weight(g, e)); });
  for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
    if (distance[v] != at[v].value_or(none64)) return wrong(v);
  return {};
}

}  // namespace

std::string distances_fault(const weighted_csr& g, const std::vector<std::uint32_t>& sources,
                            const distances::result& found) {
  const std::size_t n = g.graph.vertices, values = found.hops.size() + found.distance.size() + found.real.size();
  if (values != n * sources.size())
    return std::to_string(values) + " distances from " + std::to_string(sources.size()) + " sources to " +
           std::to_string(n) + " vertices";
  std::uint64_t reached = 0;
  for (std::size_t s = 0; s != sources.size(); ++s) {
    const auto hops = row(found.hops, s, n);
    const auto distance = row(found.distance, s, n);
    const auto real = row(found.real, s, n);
    if (const std::string fault = row_fault(g, sources[s], hops, distance, real); !fault.empty())
      return "from " + name(sources[s]) + ": " + fault;
    for (const std::uint32_t h : queue_search(g.graph, {sources[s]})) reached += h != none32 ? 1 : 0;
  }
  if (reached != found.reached) return std::to_string(found.reached) + " pairs, not " + std::to_string(reached);
  return {};
}

}  // namespace amorph::check
