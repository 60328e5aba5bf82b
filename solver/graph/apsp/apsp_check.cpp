#include "solver/graph/apsp/apsp_check.hpp"

#include <functional>
#include <queue>
#include <random>
#include <utility>

#include "solver/graph/common/check.hpp"

namespace amorph::check {

std::string all_pairs_fault(const weighted_csr& g, const host_array<std::uint32_t>& distance, std::uint32_t sources,
                            std::uint64_t seed) {
  const std::size_t n = g.graph.vertices;
  constexpr std::uint32_t none = 0x7fffffff;
  if (distance.size() != n * n) return "expected a row of distances per vertex";
  std::mt19937_64 random(seed);
  using entry = std::pair<std::int64_t, std::uint32_t>;
  for (std::uint32_t i = 0; i < n && i != sources; ++i) {
    const auto source = static_cast<std::uint32_t>(sources >= n ? i : random() % n);
    std::vector<std::int64_t> best(n, none);
    std::priority_queue<entry, std::vector<entry>, std::greater<>> queue;
    best[source] = 0;
    queue.emplace(0, source);
    while (!queue.empty()) {
      const auto [d, v] = queue.top();
      queue.pop();
      if (d != best[v]) continue;
      for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e) {
        if (integer_weight(g, e) >= none) continue;  // above any valid distance, and the sum might overflow
        const std::int64_t sum = d + integer_weight(g, e);
        if (sum >= best[g.graph.to[e]]) continue;
        best[g.graph.to[e]] = sum;
        queue.emplace(sum, g.graph.to[e]);
      }
    }
    for (std::size_t v = 0; v != n; ++v)
      if (distance[source * n + v] != best[v])
        return "from " + std::to_string(source) + " to " + std::to_string(v) + " the distance is " +
               std::to_string(best[v]) + ", not " + std::to_string(distance[source * n + v]);
  }
  return "";
}

}  // namespace amorph::check
