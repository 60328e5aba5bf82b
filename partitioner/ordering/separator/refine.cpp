// A separator being changed, and its refinement.
#include <algorithm>

#include "partitioner/ordering/separator/cost.hpp"
#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

double cost_of(const std::array<std::int64_t, 3>& weight, double imbalance) {
  return separator_cost({{weight[0], weight[1]}, weight[2]}, imbalance);
}

void separator_state::start(const level_graph& g, separation& s) {
  graph_ = &g;
  s_ = &s;
  const vertex n = g.vertices();
  members_.clear();
  if (position_.size() < n) position_.resize(n), pull_.resize(n);
  for (auto& h : heap) h.reset(n);
  s.weight = {0, 0, 0};
  for (vertex v = 0; v != n; ++v) {
    s.weight[s.side[v]] += g.vertex_weight[v];
    if (s.side[v] == in_separator) members_.push_back(v);
  }
  for (std::uint32_t i = 0; i != members_.size(); ++i) {
    const vertex v = members_[i];
    position_[v] = i;
    std::array<std::int64_t, 3> around{0, 0, 0};
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      around[s.side[g.to[e]]] += g.vertex_weight[g.to[e]];
    pull_[v] = {around[0], around[1]};
  }
}

void separator_state::change_pull(vertex v, unsigned side, std::int64_t by) {
  pull_[v][side] += by;
  if (auto& h = heap[side ^ 1u]; h.contains(v)) h.set(v, gain(v, side ^ 1u));
}

void separator_state::enter(vertex v) {
  const level_graph& g = *graph_;
  const std::uint8_t from = s_->side[v];
  const std::int32_t weight = g.vertex_weight[v];
  s_->side[v] = in_separator;
  s_->weight[from] -= weight;
  s_->weight[in_separator] += weight;
  position_[v] = static_cast<std::uint32_t>(members_.size());
  members_.push_back(v);
  std::array<std::int64_t, 3> around{0, 0, 0};
  for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
    const vertex u = g.to[e];
    const std::uint8_t side = s_->side[u];
    around[side] += g.vertex_weight[u];
    if (side == in_separator) change_pull(u, from, -weight);
  }
  pull_[v] = {around[0], around[1]};
}

void separator_state::leave(vertex v, unsigned to) {
  const std::int32_t weight = graph_->vertex_weight[v];
  s_->side[v] = static_cast<std::uint8_t>(to);
  s_->weight[in_separator] -= weight;
  s_->weight[to] += weight;
  const vertex last = members_.back();
  members_[position_[v]] = last;
  position_[last] = position_[v];
  members_.pop_back();
}

void separator_state::move(vertex v, unsigned to, std::vector<vertex>* entered) {
  const level_graph& g = *graph_;
  leave(v, to);
  for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
    const vertex u = g.to[e];
    if (s_->side[u] == in_separator) {
      change_pull(u, to, g.vertex_weight[v]);
    } else if (s_->side[u] != to) {
      enter(u);
      if (entered != nullptr) entered->push_back(u);
    }
  }
}

void separator_state::undo(vertex v, unsigned to, const vertex* entered, std::size_t count) {
  const level_graph& g = *graph_;
  const unsigned other = to ^ 1u;
  for (std::size_t i = 0; i != count; ++i) {
    const vertex u = entered[i];
    leave(u, other);
    for (std::uint64_t e = g.begin[u]; e != g.begin[u + std::size_t{1}]; ++e)
      if (s_->side[g.to[e]] == in_separator) change_pull(g.to[e], other, g.vertex_weight[u]);
  }
  enter(v);
}

namespace {

class pass {
 public:
  pass(const level_graph& g, const separator_options& options, separator_scratch& scratch, separation& s,
       span<const std::int32_t> fixed)
      : graph_(g), options_(options), scratch_(scratch), state_(scratch.state), s_(s), fixed_(fixed) {
    limit_ = static_cast<std::int64_t>(0.5 * options.imbalance * static_cast<double>(g.total));
    if (scratch_.touched.size() < g.vertices()) scratch_.touched.resize(g.vertices());
    std::fill_n(scratch_.touched.begin(), g.vertices(), std::uint8_t{0});
  }

  // Returns whether the cost fell. only_side: moves go there; 2: to either.
  bool run(unsigned only_side) {
    start(only_side);
    const double first = cost_of(s_.weight, options_.imbalance);
    double best = first;
    std::size_t best_moves = 0;
    // A pass may have to shift the whole separator, which then pays only at the end.
    const std::size_t members = state_.members().size();
    const std::size_t patience = std::clamp<std::size_t>(5 * members, 40, std::max<std::size_t>(500, 3 * members / 2));
    std::size_t since = 0;
    while (since != patience) {
      const unsigned to = choose();
      if (to == none) break;
      const vertex v = state_.heap[to].pop();
      if (state_.heap[to ^ 1u].contains(v)) state_.heap[to ^ 1u].remove(v);
      move(v, to);
      ++since;
      if (const double cost = cost_of(s_.weight, options_.imbalance); cost < best) {
        best = cost;
        best_moves = scratch_.moved.size();
        since = 0;
      }
    }
    finish(best_moves);
    return best < first;
  }

 private:
  static constexpr unsigned none = 2;

  void start(unsigned only_side) {
    scratch_.moved.clear();
    scratch_.entered.clear();
    scratch_.entered_begin.assign(1, 0);
    only_ = only_side;
    for (auto& h : state_.heap) h.reset(graph_.vertices());
    for (const vertex v : state_.members()) offer(v);
  }

  void offer(vertex v) {
    for (unsigned to = 0; to != 2; ++to)
      if ((only_ == none || only_ == to) && (fixed_.empty() || fixed_[v] == -1 || fixed_[v] == static_cast<int>(to)))
        state_.heap[to].push(v, state_.gain(v, to));
  }

  // The side of the next move: the one with the higher gain, the lighter one among equal ones, or if the other is too
  // heavy. `none` if there is no move.
  [[nodiscard]] unsigned choose() {
    for (;;) {
      auto& h = state_.heap;
      const unsigned lighter = s_.weight[0] <= s_.weight[1] ? 0 : 1;
      unsigned to = lighter;
      if (h[to].empty()) to ^= 1u;
      if (h[to].empty()) return none;
      if (s_.weight[lighter ^ 1u] <= limit_ && !h[to ^ 1u].empty() && h[to ^ 1u].top_gain() > h[to].top_gain())
        to ^= 1u;
      const vertex v = h[to].top();
      if (s_.weight[to] + graph_.vertex_weight[v] <= limit_ || to == lighter) return to;
      h[to].pop();  // no capacity for v in this pass
    }
  }

  void move(vertex v, unsigned to) {
    scratch_.touched[v] = 1;
    const std::size_t before = scratch_.entered.size();
    state_.move(v, to, &scratch_.entered);
    for (std::size_t i = before; i != scratch_.entered.size(); ++i)
      if (scratch_.touched[scratch_.entered[i]] == 0) offer(scratch_.entered[i]);
    scratch_.moved.push_back(v);
    scratch_.entered_begin.push_back(static_cast<std::uint32_t>(scratch_.entered.size()));
  }

  // Undoes all but the first `moves`.
  void finish(std::size_t moves) {
    for (auto& h : state_.heap) h.reset(graph_.vertices());
    for (std::size_t i = scratch_.moved.size(); i-- != 0;) {
      const vertex v = scratch_.moved[i];
      scratch_.touched[v] = 0;
      if (i < moves) continue;
      const std::uint32_t first = scratch_.entered_begin[i], last = scratch_.entered_begin[i + 1];
      state_.undo(v, s_.side[v], scratch_.entered.data() + first, last - first);
    }
  }

  const level_graph& graph_;
  const separator_options& options_;
  separator_scratch& scratch_;
  separator_state& state_;
  separation& s_;
  span<const std::int32_t> fixed_;
  std::int64_t limit_ = 0;
  unsigned only_ = none;
};

}  // namespace

void refine(const level_graph& g, const separator_options& options, separator_scratch& scratch, separation& s,
            span<const std::int32_t> fixed) {
  scratch.state.start(g, s);
  pass p(g, options, scratch, s, fixed);
  if (!options.one_sided) {
    for (unsigned i = 0; i != options.passes && p.run(2); ++i) {}
    return;
  }
  unsigned failed = 0, side = s.weight[0] <= s.weight[1] ? 0 : 1;
  for (unsigned i = 0; i != options.passes && failed != 2; ++i, side ^= 1u) failed = p.run(side) ? 0 : failed + 1;
}

}  // namespace amorph::ordering
