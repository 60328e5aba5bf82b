// Refinement of a bisection (Fiduccia and Mattheyses, "A linear-time heuristic for improving network partitions",
// 1982).
//
// A pass moves boundary vertices one by one, each once, in order of gain, as far as the other side's limit allows.
// Moves of negative gain are also made, because better ones may follow; finally the pass rolls back to the best prefix,
// that of minimum (excess, cut, distance to the target). An overloaded side must lose vertices first. Within a pass a
// side may exceed its limit by one heavy vertex.
#include <algorithm>
#include <tuple>

#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {
namespace {

// Number of moves without improvement after which a pass ends.
vertex patience(vertex n) { return std::clamp<vertex>(n / 32, 20, 120); }

class pass {
 public:
  pass(const wide_graph& graph, const side_goal& goal, bisect_scratch& scratch, bisection& b)
      : graph_(graph), goal_(goal), scratch_(scratch), b_(b) {
    // The allowance above the limits: the heaviest vertex, but at most an eighth of the graph.
    for (const weight w : graph.vertex_weight) allowance_ = std::max(allowance_, w);
    allowance_ = std::min(allowance_, graph.total / 8);
    scratch_.gain.resize(graph.vertices());
    scratch_.outside.resize(graph.vertices());
    b.weights = {0, 0};
    b.cut = 0;
    for (vertex v = 0; v != graph.vertices(); ++v) {
      const std::uint8_t side = b.side[v];
      weight all = 0, across = 0;
      std::uint32_t outside = 0;
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
        const std::uint8_t cut = side ^ b.side[graph.to[e]];
        all += graph.edge_weight[e];
        across += cut != 0 ? graph.edge_weight[e] : 0;
        outside += cut;
      }
      scratch_.gain[v] = static_cast<bisect_scratch::gain_type>(2 * across - all);
      scratch_.outside[v] = outside;
      b.weights[side] += graph.vertex_weight[v];
      b.cut += across;
    }
    b.cut /= 2;
  }

  // Returns whether (excess, cut) improved. The last pass leaves no gains for another one, which saves half of the
  // rollback.
  bool run(bool last) {
    fill_heaps();
    scratch_.moved.clear();
    const key first = current();
    key best = first;
    std::size_t best_moves = 0;
    const vertex limit = patience(graph_.vertices());
    vertex since = 0;
    while (since != limit) {
      const int from = choose_side();
      if (from < 0) break;
      const vertex v = scratch_.heap[static_cast<unsigned>(from)].pop();
      scratch_.touched[v] = 1;
      if (!feasible(v)) continue;
      move<true>(v);
      scratch_.moved.push_back(v);
      ++since;
      if (const key k = current(); k < best) {
        if (std::get<0>(k) != std::get<0>(best) || std::get<1>(k) != std::get<1>(best)) since = 0;
        best = k;
        best_moves = scratch_.moved.size();
      }
    }
    const bool improved = std::get<0>(best) != std::get<0>(first) || std::get<1>(best) != std::get<1>(first);
    for (std::size_t i = scratch_.moved.size(); i != best_moves; --i)
      if (improved && !last)
        move<false>(scratch_.moved[i - 1]);
      else
        change_side(scratch_.moved[i - 1]);
    b_.cut = std::get<1>(best);
    return improved;
  }

 private:
  using key = std::tuple<weight, weight, weight>;  // excess, cut, distance to the target
  [[nodiscard]] key current() const {
    const weight distance = b_.weights[0] - goal_.target[0];
    return {excess(b_.weights, goal_), b_.cut, distance < 0 ? -distance : distance};
  }

  // Inserts boundary vertices, and all vertices of an overloaded side.
  void fill_heaps() {
    const vertex n = graph_.vertices();
    for (auto& h : scratch_.heap) h.reset(n);
    scratch_.touched.assign(n, 0);
    for (vertex v = 0; v != graph_.fixed.size(); ++v) scratch_.touched[v] = graph_.is_fixed(v) ? 1 : 0;
    for (vertex v = 0; v != n; ++v) {
      const unsigned s = b_.side[v];
      if (scratch_.touched[v] != 0) continue;
      if (scratch_.outside[v] != 0 || b_.weights[s] > goal_.limit[s]) scratch_.heap[s].push(v, scratch_.gain[v]);
    }
  }

  // The side that the next vertex leaves: the overloaded one, otherwise the one with the higher gain; ties go to the
  // side with less slack. -1 if neither has a vertex.
  [[nodiscard]] int choose_side() const {
    const auto& h = scratch_.heap;
    const weight slack0 = goal_.limit[0] - b_.weights[0], slack1 = goal_.limit[1] - b_.weights[1];
    if (slack0 < 0 || slack1 < 0) {
      const int heavy = slack0 < slack1 ? 0 : 1;
      return h[static_cast<unsigned>(heavy)].empty() ? -1 : heavy;
    }
    if (h[0].empty() || h[1].empty()) return !h[0].empty() ? 0 : !h[1].empty() ? 1 : -1;
    if (h[0].top_gain() != h[1].top_gain()) return h[0].top_gain() > h[1].top_gain() ? 0 : 1;
    return slack0 < slack1 ? 0 : 1;
  }

  // Whether the other side stays within its limit plus the allowance, or the total excess decreases.
  [[nodiscard]] bool feasible(vertex v) const {
    const unsigned from = b_.side[v], to = from ^ 1u;
    std::array<weight, 2> after = b_.weights;
    after[from] -= graph_.vertex_weight[v];
    after[to] += graph_.vertex_weight[v];
    return after[to] <= goal_.limit[to] + allowance_ || excess(after, goal_) < excess(b_.weights, goal_);
  }

  unsigned change_side(vertex v) {
    const unsigned from = b_.side[v], to = from ^ 1u;
    b_.side[v] = static_cast<std::uint8_t>(to);
    b_.weights[from] -= graph_.vertex_weight[v];
    b_.weights[to] += graph_.vertex_weight[v];
    return to;
  }

  template <bool forward> void move(vertex v) {
    const unsigned to = change_side(v);
    b_.cut -= scratch_.gain[v];
    scratch_.gain[v] = -scratch_.gain[v];
    const std::uint64_t row = graph_.begin[v], end = graph_.begin[v + 1];
    scratch_.outside[v] = static_cast<std::uint32_t>(end - row) - scratch_.outside[v];
    for (std::uint64_t e = row; e != end; ++e) {
      const vertex u = graph_.to[e];
      const bool cut = b_.side[u] != to;
      const weight change = cut ? 2 * graph_.edge_weight[e] : -2 * graph_.edge_weight[e];
      scratch_.gain[u] = static_cast<bisect_scratch::gain_type>(scratch_.gain[u] + change);
      scratch_.outside[u] += cut ? 1u : ~0u;
      if (!forward || scratch_.touched[u] != 0) continue;
      auto& h = scratch_.heap[b_.side[u]];
      if (h.contains(u))
        h.set(u, scratch_.gain[u]);
      else if (scratch_.outside[u] != 0)
        h.push(u, scratch_.gain[u]);
    }
  }

  const wide_graph& graph_;
  const side_goal& goal_;
  bisect_scratch& scratch_;
  bisection& b_;
  weight allowance_ = 0;
};

}  // namespace

void refine(const wide_graph& graph, const side_goal& goal, unsigned passes, bisect_scratch& scratch, bisection& b) {
  pass p(graph, goal, scratch, b);
  while (passes-- != 0 && p.run(passes == 0)) {}
}

}  // namespace amorph::partition::initial
