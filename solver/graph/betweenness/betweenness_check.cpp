#include "solver/graph/betweenness/betweenness_check.hpp"

#include <cmath>

namespace amorph::check {

std::vector<double> betweenness_reference(const csr& g, const std::vector<std::uint32_t>& sources) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<long double> score(g.vertices, 0), paths(g.vertices), dependency(g.vertices);
  std::vector<std::uint32_t> level(g.vertices), queue;
  for (const std::uint32_t s : sources) {
    level.assign(g.vertices, none);
    paths.assign(g.vertices, 0);
    dependency.assign(g.vertices, 0);
    queue.assign(1, s);
    level[s] = 0;
    paths[s] = 1;
    for (std::size_t i = 0; i != queue.size(); ++i)
      for (const std::uint32_t u : g.row(queue[i])) {
        if (level[u] == none) {
          level[u] = level[queue[i]] + 1;
          queue.push_back(u);
        }
        if (level[u] == level[queue[i]] + 1) paths[u] += paths[queue[i]];
      }
    for (std::size_t i = queue.size(); i-- > 1;) {
      const std::uint32_t v = queue[i];
      for (const std::uint32_t u : g.row(v))
        if (level[u] == level[v] + 1) dependency[v] += paths[v] / paths[u] * (1 + dependency[u]);
      score[v] += dependency[v];
    }
  }
  return {score.begin(), score.end()};
}

std::string betweenness_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                              const std::vector<double>& score) {
  if (score.size() != graph.graph.vertices)
    return std::to_string(score.size()) + " scores of " + std::to_string(graph.graph.vertices);
  const std::vector<double> reference = betweenness_reference(graph.graph, sources);
  for (std::size_t v = 0; v != score.size(); ++v)
    if (!(std::fabs(score[v] - reference[v]) <= 1e-8 * (1 + reference[v])))
      return "vertex " + std::to_string(v) + " has the score " + std::to_string(score[v]) + ", not " +
             std::to_string(reference[v]);
  return {};
}

}  // namespace amorph::check
