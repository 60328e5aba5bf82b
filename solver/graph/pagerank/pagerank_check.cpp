#include "solver/graph/pagerank/pagerank_check.hpp"

#include <cmath>

namespace amorph::check {
namespace {

// Pushes ranks along arcs.
std::vector<double> next_ranks(const csr& g, pagerank_rule rule, const std::vector<double>& rank) {
  const auto n = static_cast<long double>(g.vertices);
  std::vector<long double> sum(g.vertices, 0);
  long double dangling = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (g.degree(v) == 0) dangling += rank[v];
    for (const std::uint32_t u : g.row(v)) sum[u] += rank[v] / static_cast<long double>(g.degree(v));
  }
  if (rule.drop_dangling) dangling = 0;
  std::vector<double> next(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    next[v] = static_cast<double>((1 - rule.damping) / n + rule.damping * (sum[v] + dangling / n));
  return next;
}

}  // namespace

std::string pagerank_fault(const weighted_csr& graph, pagerank_rule rule, const std::vector<double>& rank,
                           double residual) {
  const csr& g = graph.graph;
  if (rank.size() != g.vertices) return std::to_string(rank.size()) + " ranks of " + std::to_string(g.vertices);
  if (g.vertices == 0) return {};
  const double lowest = (1 - rule.damping) / g.vertices * (1 - 1e-9);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (!std::isfinite(rank[v]) || rank[v] < lowest)
      return "vertex " + std::to_string(v) + " has the rank " + std::to_string(rank[v]);
  const std::vector<double> next = next_ranks(g, rule, rank);
  long double change = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) change += std::fabs(next[v] - rank[v]);
  constexpr double rounding = 5e-7;  // shares may be single precision
  if (change > residual + rounding)
    return "one more step changes the ranks by " + std::to_string(static_cast<double>(change)) + ", the residual is " +
           std::to_string(residual);
  return {};
}

std::vector<double> pagerank_reference(const csr& graph, pagerank_rule rule, std::uint32_t steps) {
  std::vector<double> rank(graph.vertices, graph.vertices == 0 ? 0 : 1.0 / graph.vertices);
  for (std::uint32_t i = 0; i != steps; ++i) rank = next_ranks(graph, rule, rank);
  return rank;
}

}  // namespace amorph::check
