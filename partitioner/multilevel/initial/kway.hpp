// A k-way partition of a small graph under single-vertex moves, and the steps that follow the bisections:
//
//   repair.cpp  fills empty parts, and moves weight out of parts above their limits
//   kway.cpp    k-way refinement by local searches
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/multilevel/initial/bisect.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::partition::initial {

using part_id = std::uint32_t;

// Stores each vertex's connectivity: the adjacent parts and the weight of its edges into each, in an array laid out
// like the adjacency lists, of which the first `adjacent_parts_[v]` entries of v are used. A move updates the
// neighbours' entries. O(n + m) memory.
class kway_partition {
 public:
  kway_partition(const small_graph& graph, span<const std::int64_t> limit, std::vector<part_id> part);

  const small_graph& graph;
  const span<const std::int64_t> limit;

  [[nodiscard]] part_id parts() const { return static_cast<part_id>(limit.size()); }
  [[nodiscard]] part_id part(vertex v) const { return part_[v]; }
  [[nodiscard]] weight part_weight(part_id p) const { return weights_[p]; }
  [[nodiscard]] const std::vector<vertex>& members(part_id p) const { return members_[p]; }
  [[nodiscard]] weight over(part_id p) const { return weights_[p] > limit[p] ? weights_[p] - limit[p] : 0; }
  [[nodiscard]] weight slack(part_id p) const { return limit[p] - weights_[p]; }
  [[nodiscard]] weight cut() const { return cut_; }
  [[nodiscard]] weight excess() const { return excess_; }
  [[nodiscard]] weight connection(vertex v, part_id p) const;  // of v's edges into p
  [[nodiscard]] bool boundary(vertex v) const {
    return adjacent_parts_[v] > 1 || (adjacent_parts_[v] == 1 && neighbour_part_[graph.begin[v]] != part_[v]);
  }
  // f(part, weight) for each part adjacent to v, including its own if it has neighbours there.
  template <class F> void for_each_adjacent_part(vertex v, F f) const {
    const std::uint64_t row = graph.begin[v];
    for (std::uint64_t i = row; i != row + adjacent_parts_[v]; ++i) f(neighbour_part_[i], connection_[i]);
  }

  void move(vertex v, part_id to);
  [[nodiscard]] std::vector<part_id> take() { return std::move(part_); }

 private:
  void connect(vertex v, part_id p, weight w);
  void disconnect(vertex v, part_id p, weight w);

  std::vector<part_id> part_, neighbour_part_;
  std::vector<weight> weights_, connection_;
  std::vector<std::uint32_t> adjacent_parts_, position_;  // position_[v]: in members_[part(v)]
  std::vector<std::vector<vertex>> members_;
  weight cut_ = 0, excess_ = 0;
};

// Every part receives a vertex if there are at least as many vertices as parts. O((n + m) log n).
void fill_empty_parts(kway_partition& p);

// Moves vertices out of parts above their limits, then exchanges vertices, while other parts have slack. Never
// increases the excess.
void rebalance(kway_partition& p);

// Local searches until a round improves little, at most `rounds`. Never worse in (excess, cut); empties no part.
void refine(kway_partition& p, unsigned rounds, random_numbers random, const stop_check& check_stop = {});

}  // namespace amorph::partition::initial
