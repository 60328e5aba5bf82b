// A graph that owns its arrays, with weights of 64 bits, because contraction sums them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "partitioner/common/graph.hpp"

namespace amorph::partition::initial {

using vertex = std::uint32_t;
using weight = std::int64_t;

// Undirected, without self-loops and parallel edges; all weights are given.
struct wide_graph {
  static constexpr std::uint32_t free = ~std::uint32_t{0};
  std::vector<std::uint64_t> begin{0};
  std::vector<vertex> to;
  std::vector<weight> edge_weight, vertex_weight;  // weights of a vertex are adjacent, one for each constraint
  weight total = 0;                                // of the first constraint
  std::uint32_t constraints = 1;
  std::vector<std::uint32_t> fixed = {};  // per vertex: the part that it stays in, or `free`; empty: all are free
  [[nodiscard]] vertex vertices() const { return static_cast<vertex>(begin.size() - 1); }
  [[nodiscard]] bool is_fixed(vertex v) const { return !fixed.empty() && fixed[v] != free; }
  [[nodiscard]] const weight* weights(vertex v) const { return vertex_weight.data() + std::size_t{v} * constraints; }
};

// A copy; without `edge_weights`, all edges weigh 1.
[[nodiscard]] wide_graph widened(const graph& g, std::uint32_t constraints, bool edge_weights = true);

// Weight sum over all vertices, per constraint.
[[nodiscard]] std::vector<weight> totals(const wide_graph& g);

// The same graph as the core takes it: weights of 32 bits, and none where all of them are 1.
class narrow_graph {
 public:
  explicit narrow_graph(const wide_graph& g)
      : whole_(g), vertex_weight_(narrow(g.vertex_weight, g.constraints == 1)), edge_weight_(narrow(g.edge_weight)) {}
  // Valid as long as this and the graph are.
  [[nodiscard]] graph view() const {
    return {whole_.vertices(), whole_.begin, whole_.to, vertex_weight_, {}, edge_weight_};
  }

 private:
  static std::vector<std::int32_t> narrow(const std::vector<weight>& weights, bool may_leave_out = true) {
    if (may_leave_out && std::all_of(weights.begin(), weights.end(), [](weight w) { return w == 1; })) return {};
    return {weights.begin(), weights.end()};
  }

  const wide_graph& whole_;
  std::vector<std::int32_t> vertex_weight_, edge_weight_;
};

}  // namespace amorph::partition::initial
