// A k-way partition of a graph under single-vertex moves, and the steps that change it:
//
//   kway_partition.cpp  gains and moves
//   repair.cpp          fills empty parts, and moves weight out of parts above their limits
//   kway.cpp            k-way refinement by local searches
//
// kway_rules has the objective and the constraints of their moves. An objective is a case of kway_partition::cost and
// for_each_gain, a constraint one of may_join and may_leave; the steps themselves know neither.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"
#include "partitioner/graph/initial/excess.hpp"

namespace amorph::partition::initial {

using part_id = std::uint32_t;

struct kway_rules {
  span<const std::int64_t> limit;  // maximum weights, part by part, each with an entry for each constraint
  span<const weight> scale = {};   // per constraint: the penalty of a unit above its limit; empty: 1
  partition::objective objective = partition::objective::cut;
  span<const std::int32_t> size = {};       // of the vertices, for objectives of nets; empty: 1
  bool contiguous = false;                  // moves keep connected parts connected
  bool few_connections = false;             // moves do not add pairs of adjacent parts
  const distances* distance = nullptr;      // between parts, for objective::mapping; null: edges cost their weight
  vertex fixed = ~vertex{0};                // vertices from this one on do not move
  span<const part_id> old_part = {};        // per vertex: the part that it leaves at a cost, or ~0; empty: no costs
  span<const std::int32_t> move_cost = {};  // per vertex, with `old_part`
};

// Stores each vertex's connectivity: the adjacent parts and the weight of its edges into each, in an array laid out
// like the adjacency lists, of which the first `adjacent_parts_[v]` entries of v are used. A move updates the
// neighbours' entries. O(n + m) memory.
class kway_partition {
 public:
  kway_partition(const wide_graph& graph, const kway_rules& rules, std::vector<part_id> part);

  const wide_graph& graph;
  const kway_rules rules;
  const bool of_edges;  // else the objective is of nets, those of objective_row

  [[nodiscard]] part_id parts() const { return static_cast<part_id>(members_.size()); }
  [[nodiscard]] part_id part(vertex v) const { return part_[v]; }
  [[nodiscard]] const std::vector<vertex>& members(part_id p) const { return members_[p]; }
  [[nodiscard]] weight penalty(part_id p) const;  // of its weights above the limits (excess.hpp)
  [[nodiscard]] weight slack(part_id p) const;    // minimum over the constraints; negative if above one
  [[nodiscard]] weight slack(part_id p, std::uint32_t constraint) const {
    const std::size_t i = std::size_t{p} * graph.constraints + constraint;
    return (rules.limit[i] - weights_[i]) * (rules.scale.empty() ? 1 : rules.scale[constraint]);
  }
  [[nodiscard]] weight weight_above(part_id p, std::uint32_t constraint) const {
    const std::size_t i = std::size_t{p} * graph.constraints + constraint;
    return weights_[i] > rules.limit[i] ? weights_[i] - rules.limit[i] : 0;
  }
  // By how much `more` weight of one constraint increases the excess of a part.
  [[nodiscard]] weight change(part_id p, std::uint32_t constraint, weight more) const {
    const std::size_t i = std::size_t{p} * graph.constraints + constraint;
    return penalty_(i, weights_[i] + more) - penalty_(i, weights_[i]);
  }
  // Whether v stays within the limits of part `to`; with an allowance, above each by at most that.
  [[nodiscard]] bool fits(vertex v, part_id to, span<const weight> allowance = {}) const;
  [[nodiscard]] weight relief(vertex v, part_id to) const;  // by how much moving v there reduces the excess
  [[nodiscard]] weight excess() const { return excess_; }
  [[nodiscard]] weight cut() const { return cut_; }
  [[nodiscard]] weight cost() const;                           // of the objective; ties are broken by the cut
  [[nodiscard]] std::uint64_t connections() const;             // pairs of adjacent parts; with few_connections
  [[nodiscard]] weight connection(vertex v, part_id p) const;  // of v's edges into p
  [[nodiscard]] bool boundary(vertex v) const {
    return adjacent_parts_[v] > 1 || (adjacent_parts_[v] == 1 && neighbour_part_[graph.begin[v]] != part_[v]);
  }
  // f(part, weight) for each part adjacent to v, including its own if it has neighbours there.
  template <class F> void for_each_adjacent_part(vertex v, F f) const {
    const std::uint64_t row = graph.begin[v];
    for (std::uint64_t i = row; i != row + adjacent_parts_[v]; ++i) f(neighbour_part_[i], connection_[i]);
  }
  // f(part, gain) for each other adjacent part, whether the rules allow a move there or not; gains are of cost().
  template <class F> void for_each_gain(vertex v, F f) const {
    const part_id own = part_[v];
    const weight inside = connection(v, own);
    if (!of_edges) collect_kept_cost(v);
    if (rules.distance != nullptr) sum_by_group(v);
    const weight held = move_cost(v, own);
    for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q == own) return;
      const weight kept = move_cost(v, q) - held;
      if (rules.distance != nullptr) return f(q, mapping_gain(own, q) + kept);
      f(q, of_edges ? c - inside + kept : net_step * (net_gain(v, q, inside != 0) + kept) + c - inside);
    });
  }
  // Whether the rules allow v to move to an adjacent part. O(adjacent parts), with few_connections.
  [[nodiscard]] bool may_join(vertex v, part_id to) const {
    return !rules.few_connections || added_connections(v, to) <= 0;
  }
  // Whether v is neither fixed nor the last of its part. O(1).
  [[nodiscard]] bool is_movable(vertex v) const {
    return v < rules.fixed && !graph.is_fixed(v) && members_[part_[v]].size() > 1;
  }
  // Whether v may leave its part: movable and, with `contiguous`, not needed to connect the others: O(degree) and a
  // search of bounded size.
  [[nodiscard]] bool may_leave(vertex v) const { return is_movable(v) && (!rules.contiguous || keeps_connected(v)); }
  [[nodiscard]] std::int64_t added_connections(vertex v, part_id to) const;  // pairs; with few_connections
  // f(part, weight) for each part adjacent to p; with few_connections.
  template <class F> void for_each_neighbour(part_id p, F f) const {
    for (const part_id q : neighbours_[p]) f(q, pair(p, q));
  }

  void move(vertex v, part_id to);
  [[nodiscard]] std::vector<part_id> take() { return std::move(part_); }

 private:
  // The objective of nets comes first; among moves that keep it, those that reduce the cut are better.
  static constexpr weight net_step = 1024;

  void connect(vertex v, part_id p, weight w);
  void disconnect(vertex v, part_id p, weight w);
  void add_to_pair(part_id p, part_id q, weight w);
  [[nodiscard]] weight pair(part_id p, part_id q) const;
  // What v saves by being in p.
  [[nodiscard]] weight move_cost(vertex v, part_id p) const {
    return !rules.old_part.empty() && rules.old_part[v] == p ? rules.move_cost[v] : 0;
  }
  [[nodiscard]] weight size(vertex v) const { return rules.size.empty() ? 1 : rules.size[v]; }
  [[nodiscard]] weight net_cost(vertex v) const;
  // On a machine: v's connection to the groups of each level, and gains of its moves by these. O(adjacent parts *
  // levels), and O(levels).
  void sum_by_group(vertex v) const;
  [[nodiscard]] weight mapping_gain(part_id from, part_id to) const;
  void collect_kept_cost(vertex v) const;
  [[nodiscard]] weight net_gain(vertex v, part_id to, bool inside) const;
  [[nodiscard]] bool keeps_connected(vertex v) const;
  [[nodiscard]] bool holds_alone(vertex v) const;

  const hypergraph::objective_weights weights_of_nets_;
  excess_penalty penalty_;
  std::vector<part_id> part_, neighbour_part_;
  std::vector<weight> weights_, connection_;
  std::vector<std::uint32_t> adjacent_parts_, position_;  // position_[v]: in members_[part(v)]
  std::vector<std::vector<vertex>> members_;
  // With few_connections: per part the adjacent ones, and the weight between two parts, of which there may be too many
  // for a matrix.
  static constexpr part_id dense_pairs = 1024;
  std::vector<std::vector<part_id>> neighbours_;
  std::vector<weight> pair_weights_;
  std::unordered_map<std::uint64_t, weight> many_pairs_;
  weight cut_ = 0, mapped_ = 0, nets_ = 0, excess_ = 0, moves_ = 0;  // moves_: costs of moves

  // Scratch of the queries above.
  struct net_sums {
    weight all = 0, freed = 0;  // costs of the neighbours' next parts; of those that v alone joins to its part
    std::vector<weight> kept;   // per part: of the neighbours that are in it, or adjacent to it
    std::vector<part_id> used;
  };
  mutable net_sums sums_;
  mutable std::vector<weight> by_group_;       // on a machine: the last vertex's connection to each group of parts
  mutable std::vector<std::uint32_t> summed_;  // of which these are not 0
  mutable std::vector<std::uint32_t> visited_;
  mutable std::vector<vertex> queue_;
  mutable std::uint32_t visit_ = 0;
};

// Every part receives a vertex if there are at least as many vertices as parts. O((n + m) log n).
void fill_empty_parts(kway_partition& p);

// Moves vertices out of overweight parts, to adjacent parts and the one of most slack. If `thorough`, and neither
// contiguity nor connections are kept: with several constraints also to the 16 parts of most slack per constraint, in
// rounds until one saves less than 1% of the excess; then exchanges pairs. Never increases the excess. A round takes
// O((n + m + k) log n) for each overweight part.
void rebalance(kway_partition& p, const stop_check& check_stop = {}, bool thorough = true);

constexpr unsigned long_patience = 200;  // of searches that near boundaries, or in cycles, follow others

struct search_effort {
  unsigned rounds = 2;
  unsigned patience = 12;     // moves without improvement after which a search ends
  unsigned least_gain = 500;  // refinement ends with a round that improves the cost by less than 1/500
};

// Local searches until a round improves little. Never worse in (excess, cost); empties no part.
void refine(kway_partition& p, const search_effort& effort, random_numbers random, const stop_check& check_stop = {});

}  // namespace amorph::partition::initial
