// A k-way partition of a small graph that changes vertex by vertex, and what is done with it after the bisections:
//
//   initial_repair.cpp  no empty part, no part above its limit
//   initial_kway.cpp    k-way refinement by local searches
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/multilevel/initial/bisect.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::partition::initial {

using part_id = std::uint32_t;

// Knows for each vertex the parts around it and the weight of its edges to each: rows as long as the graph's own, of
// which the first `around[v]` entries count. A move updates its neighbours' rows. O(n + m) memory.
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
  [[nodiscard]] weight room(part_id p) const { return limit[p] - weights_[p]; }
  [[nodiscard]] weight cut() const { return cut_; }
  [[nodiscard]] weight excess() const { return excess_; }
  [[nodiscard]] weight connection(vertex v, part_id p) const;  // of v's edges into p
  [[nodiscard]] bool boundary(vertex v) const {
    return around_[v] > 1 || (around_[v] == 1 && neighbour_part_[graph.begin[v]] != part_[v]);
  }
  // f(part, weight) for each part around v, its own too when it has neighbours there.
  template <class F> void for_each_part_around(vertex v, F f) const {
    const std::uint64_t row = graph.begin[v];
    for (std::uint64_t i = row; i != row + around_[v]; ++i) f(neighbour_part_[i], connection_[i]);
  }

  void move(vertex v, part_id to);
  [[nodiscard]] std::vector<part_id> take() { return std::move(part_); }

 private:
  void connect(vertex v, part_id p, weight w);
  void disconnect(vertex v, part_id p, weight w);

  std::vector<part_id> part_, neighbour_part_;
  std::vector<weight> weights_, connection_;
  std::vector<std::uint32_t> around_, place_;  // place_[v]: in members_[part(v)]
  std::vector<std::vector<vertex>> members_;
  weight cut_ = 0, excess_ = 0;
};

// Every part gets a vertex if there are as many vertices as parts. O((n + m) log n).
void fill_empty_parts(kway_partition& p);

// Moves, then swaps, vertices out of parts above their limits while there is room. Never adds to the excess.
void rebalance(kway_partition& p);

// Local searches until a round finds little, `rounds` at most. Never worse in (excess, cut); empties no part.
void refine(kway_partition& p, unsigned rounds, random_numbers random, const stop_check& ask = {});

}  // namespace amorph::partition::initial
