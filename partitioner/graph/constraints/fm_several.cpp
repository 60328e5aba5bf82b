// A vertex belongs to the constraint of which it weighs most. Each side has a queue of boundary vertices for each
// constraint. While a side is above a limit, the next vertex leaves it, from the queue of that constraint; otherwise it
// is the one of highest gain (Karypis and Kumar, "Multilevel algorithms for multi-constraint graph partitioning",
// 1998, section 3.2). A pass that starts above a limit queues all vertices, because what weighs most in that constraint
// may lie far from the boundary. Moves may exceed limits, and the pass rolls back to the best prefix.
#include "partitioner/graph/constraints/fm_several.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace amorph::partition {
namespace {

using namespace initial;

class several_pass {
 public:
  several_pass(const wide_graph& g, span<const std::int64_t> limit, span<const weight> scale,
               std::vector<std::uint32_t>& side)
      : g_(g),
        penalty_(limit, scale),
        side_(side),
        sum_(limit.size(), 0),
        gain_(g.vertices(), 0),
        dominant_(g.vertices(), 0),
        outside_(g.vertices(), 0),
        moved_in_(g.vertices(), 0) {
    for (auto& queues : queue_) queues.resize(g.constraints);
    for (vertex v = 0; v != g.vertices(); ++v) {
      for (std::uint32_t c = 0; c != g.constraints; ++c) {
        sum_[side[v] * g.constraints + c] += g.weights(v)[c];
        if (g.weights(v)[c] * scale[c] > g.weights(v)[dominant_[v]] * scale[dominant_[v]]) dominant_[v] = c;
      }
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
        const bool cut = side[g.to[e]] != side[v];
        gain_[v] += cut ? g.edge_weight[e] : -g.edge_weight[e];
        outside_[v] += cut ? 1 : 0;
        cut_ += cut ? g.edge_weight[e] : 0;
      }
    }
    cut_ /= 2;
  }

  // Returns whether (excess, cut) improved.
  bool run() {
    ++round_;
    for (auto& queues : queue_)
      for (gain_heap& q : queues) q.reset(g_.vertices());
    const std::pair first(excess(), cut_);
    for (vertex v = 0; v != g_.vertices(); ++v)
      if (outside_[v] != 0 || first.first != 0) queue_[side_[v]][dominant_[v]].push(v, gain_[v]);
    std::vector<vertex> moved;
    std::pair best = first;
    std::size_t best_moves = 0;
    const std::size_t patience = std::clamp<std::size_t>(g_.vertices() / 32, 30, 150);
    while (moved.size() - best_moves != patience) {
      gain_heap* const from = next_queue();
      if (from == nullptr) break;
      const vertex v = from->pop();
      moved_in_[v] = round_;
      move<true>(v);
      moved.push_back(v);
      if (const std::pair now(excess(), cut_); now < best) {
        best = now;
        best_moves = moved.size();
      }
    }
    for (std::size_t i = moved.size(); i != best_moves; --i) move<false>(moved[i - 1]);
    return best != first;
  }

 private:
  [[nodiscard]] weight over(unsigned side, std::uint32_t c) const {
    const std::size_t i = side * g_.constraints + c;
    return penalty_(i, sum_[i]);
  }
  [[nodiscard]] weight excess() const {
    weight all = 0;
    for (unsigned side = 0; side != 2; ++side)
      for (std::uint32_t c = 0; c != g_.constraints; ++c) all += over(side, c);
    return all;
  }

  [[nodiscard]] gain_heap* next_queue() {
    unsigned heavy = 0;
    std::uint32_t constraint = 0;
    for (unsigned side = 0; side != 2; ++side)
      for (std::uint32_t c = 0; c != g_.constraints; ++c)
        if (over(side, c) > over(heavy, constraint)) heavy = side, constraint = c;
    if (over(heavy, constraint) == 0) return best_of({0, 1});
    gain_heap& own = queue_[heavy][constraint];
    return own.empty() ? best_of({heavy, heavy}) : &own;
  }
  [[nodiscard]] gain_heap* best_of(const std::array<unsigned, 2>& sides) {
    gain_heap* best = nullptr;
    for (const unsigned side : sides)
      for (gain_heap& q : queue_[side])
        if (!q.empty() && (best == nullptr || q.top_gain() > best->top_gain())) best = &q;
    return best;
  }

  template <bool forward> void move(vertex v) {
    const std::uint32_t from = side_[v], to = 1 - from;
    side_[v] = to;
    for (std::uint32_t c = 0; c != g_.constraints; ++c) {
      sum_[from * g_.constraints + c] -= g_.weights(v)[c];
      sum_[to * g_.constraints + c] += g_.weights(v)[c];
    }
    cut_ -= gain_[v];
    gain_[v] = -gain_[v];
    outside_[v] = static_cast<std::uint32_t>(g_.begin[v + 1] - g_.begin[v]) - outside_[v];
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + 1]; ++e) {
      const vertex u = g_.to[e];
      const bool cut = side_[u] != to;
      gain_[u] += cut ? 2 * g_.edge_weight[e] : -2 * g_.edge_weight[e];
      outside_[u] += cut ? 1U : ~0U;
      if (!forward || moved_in_[u] == round_) continue;
      gain_heap& q = queue_[side_[u]][dominant_[u]];
      if (outside_[u] != 0)
        q.push_or_set(u, gain_[u]);
      else if (q.contains(u))
        q.remove(u);
    }
  }

  const wide_graph& g_;
  const excess_penalty penalty_;
  std::vector<std::uint32_t>& side_;
  std::vector<weight> sum_, gain_;
  std::vector<std::uint32_t> dominant_, outside_, moved_in_;
  std::array<std::vector<gain_heap>, 2> queue_;
  weight cut_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace

void refine_bisection(const wide_graph& g, span<const std::int64_t> limit, span<const weight> scale, unsigned passes,
                      const stop_check& check_stop, std::vector<std::uint32_t>& side) {
  several_pass pass(g, limit, scale, side);
  do check_stop();
  while (passes-- != 0 && pass.run());
}

}  // namespace amorph::partition
