// Starts for the refinement of a bisection with several weights: at random, grown, and grown with a connected side.
#include "partitioner/graph/constraints/first_bisections.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

#include "partitioner/graph/constraints/finish.hpp"

namespace amorph::partition {

using namespace initial;

std::vector<part_id> random_bisection(const wide_graph& g, span<const double> share, random_numbers& random) {
  std::vector<vertex> order(g.vertices());
  std::iota(order.begin(), order.end(), vertex{0});
  random.shuffle(order);
  const std::vector<weight> total = totals(g);
  std::vector<double> filled(std::size_t{2} * g.constraints, 0);
  std::vector<part_id> part(g.vertices(), 0);
  for (const vertex v : order) {
    std::array<double, 2> load{0, 0};
    for (unsigned side = 0; side != 2; ++side)
      for (std::uint32_t c = 0; c != g.constraints; ++c) {
        const double goal = std::max(1e-9, (side == 0 ? share[c] : 1 - share[c]) * static_cast<double>(total[c]));
        const auto w = static_cast<double>(g.weights(v)[c]);
        load[side] = std::max(load[side], w == 0 ? 0 : (filled[side * g.constraints + c] + w) / goal);
      }
    const unsigned side = load[0] <= load[1] ? 0 : 1;
    part[v] = side;
    for (std::uint32_t c = 0; c != g.constraints; ++c)
      filled[side * g.constraints + c] += static_cast<double>(g.weights(v)[c]);
  }
  return part;
}

std::vector<part_id> grown_bisection(const wide_graph& g, span<const double> share, unsigned trial,
                                     random_numbers& random) {
  wide_graph summed{g.begin, g.to, g.edge_weight, std::vector<weight>(g.vertices(), 0), 0, 1};
  const std::vector<weight> scale = constraint_scales(g);
  for (vertex v = 0; v != g.vertices(); ++v) {
    for (std::uint32_t c = 0; c != g.constraints; ++c) summed.vertex_weight[v] += scale[c] * g.weights(v)[c];
    summed.total += summed.vertex_weight[v];
  }
  const double mean = std::accumulate(share.begin(), share.end(), 0.0) / static_cast<double>(share.size());
  side_goal goal{};
  goal.target[0] = static_cast<weight>(mean * static_cast<double>(summed.total));
  goal.target[1] = summed.total - goal.target[0];
  bisect_scratch scratch;
  bisection b;
  grow(summed, goal, trial % 4 == 0 ? start::breadth_first : start::greedy, trial / 2 & 1u, random, scratch, b);
  return {b.side.begin(), b.side.end()};
}

namespace {

class growing {
 public:
  growing(const wide_graph& g, span<const double> share, bool compact)
      : g_(g),
        compact_(compact),
        side_(g.vertices(), 1),
        inside_(g.vertices(), 0),
        around_(g.vertices(), 0),
        filled_(g.constraints, 0) {
    for (vertex v = 0; v != g.vertices(); ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) around_[v] += g.edge_weight[e];
    const std::vector<weight> total = totals(g);
    for (std::uint32_t c = 0; c != g.constraints; ++c)
      goal_.push_back(std::max(1e-9, share[c] * static_cast<double>(total[c])));
  }

  std::vector<part_id> run(vertex first) {
    add(first);
    while (!is_full() && !frontier_.empty()) add(next());
    return std::move(side_);
  }

 private:
  [[nodiscard]] double part_of_goal(vertex v, std::uint32_t c) const {
    return static_cast<double>(g_.weights(v)[c]) / goal_[c];
  }
  [[nodiscard]] bool is_full() const {
    double sum = 0;
    for (std::uint32_t c = 0; c != g_.constraints; ++c) sum += filled_[c];
    return sum >= g_.constraints;
  }
  void add(vertex v) {
    side_[v] = 0;
    for (std::uint32_t c = 0; c != g_.constraints; ++c) filled_[c] += part_of_goal(v, c);
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + 1]; ++e) {
      const vertex u = g_.to[e];
      if (side_[u] == 0) continue;
      if (inside_[u] == 0) frontier_.push_back(u);
      inside_[u] += g_.edge_weight[e];
    }
  }
  vertex next() {
    const auto lacking = static_cast<std::uint32_t>(std::min_element(filled_.begin(), filled_.end()) - filled_.begin());
    std::size_t best = 0;
    std::pair<double, weight> rank;
    for (std::size_t i = 0; i != frontier_.size(); ++i) {
      const vertex v = frontier_[i];
      double all = 0;
      for (std::uint32_t c = 0; c != g_.constraints; ++c) all += part_of_goal(v, c);
      const double share = all == 0 ? 0 : g_.constraints * part_of_goal(v, lacking) / all;
      const std::pair candidate(compact_ ? (share >= 1 ? 1 : 0) : share, 2 * inside_[v] - around_[v]);
      if (i == 0 || candidate > rank) best = i, rank = candidate;
    }
    const vertex v = frontier_[best];
    frontier_.erase(frontier_.begin() + static_cast<std::ptrdiff_t>(best));
    return v;
  }

  const wide_graph& g_;
  const bool compact_;
  std::vector<part_id> side_;
  std::vector<weight> inside_, around_;  // of edges into the side, and of all
  std::vector<vertex> frontier_;
  std::vector<double> filled_, goal_;  // filled_: relative to the goal
};

}  // namespace

std::vector<part_id> connected_bisection(const wide_graph& g, span<const double> share, bool compact,
                                         random_numbers& random) {
  if (g.vertices() == 0) return {};
  return growing(g, share, compact).run(static_cast<vertex>(random.below(g.vertices())));
}

}  // namespace amorph::partition
