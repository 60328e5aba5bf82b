// Weights, targets and limits of parts, and whether they allow a move. A partition with several weights per vertex has
// several_balance (several_balance.hpp) instead, with the same functions; `load` is the weight of a vertex.
#pragma once

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/common/level.hpp"

namespace amorph::partition {

// Moves of gain 0 between parts are allowed in one direction, drawn for each pair of parts.
struct one_way {
  uint32_t key = 0;  // 0: no such moves
  bool reversed = false;
  AMORPH_HD bool operator==(const one_way& other) const { return key == other.key && reversed == other.reversed; }
  AMORPH_HD bool allows(uint32_t from, uint32_t to) const {
    if (key == 0) return false;
    const uint32_t low = from < to ? from : to, high = from < to ? to : from;
    const bool upward = (hash32(hash32(low ^ key) + high) & 1) != 0;
    return (upward == (from < to)) != reversed;
  }
};

struct part_balance {
  using load = int32_t;
  static constexpr bool several = false;

  int64_t* weight;
  const int64_t* target;
  int64_t* limit;  // as given, or raised if it cannot be kept
  uint32_t parts;

  AMORPH_HD static load load_of(const graph_view& graph, size_t v) { return graph.weight(v); }
  [[nodiscard]] AMORPH_HD static uint32_t weights_each() { return 1; }  // per part, and per vertex
  [[nodiscard]] AMORPH_HD static int32_t weight_in(load w, uint32_t) { return w; }
  [[nodiscard]] AMORPH_HD uint32_t entries() const { return parts; }  // of `limit`
  // Of such an entry: by how much a level exceeds the given limit.
  [[nodiscard]] AMORPH_HD static int64_t relaxation(size_t) { return 0; }
  // Label propagation moves no vertex out of such a part: if the limits allow it, the minimum cut has a part less.
  AMORPH_HD bool underweight(uint32_t p) const { return weight[p] < target[p] / 2; }
  AMORPH_HD bool overweight(uint32_t p) const { return weight[p] > limit[p]; }
  AMORPH_HD int64_t excess(uint32_t p) const { return weight[p] > limit[p] ? weight[p] - limit[p] : 0; }
  AMORPH_HD int64_t free_capacity(uint32_t p) const { return limit[p] > weight[p] ? limit[p] - weight[p] : 0; }
  AMORPH_HD bool fits(load w, uint32_t p) const { return weight[p] + w <= limit[p]; }
  // Keeps capacity in reserve, so that parts that just fit do not become overweight in turn.
  AMORPH_HD bool has_capacity(load, uint32_t p) const { return weight[p] < target[p] + (limit[p] - target[p]) * 3 / 4; }
  // A part at less than half the excess of `than`.
  AMORPH_HD bool is_lighter(load, uint32_t p, uint32_t than) const {
    return weight[p] - limit[p] < (weight[than] - limit[than]) / 2;
  }
  // Whether the move has positive gain, or gain 0 and goes one way or to a part that stays the lighter one.
  AMORPH_HD bool improves(int32_t gain, load w, uint32_t from, uint32_t to, one_way way = {}) const {
    return gain > 0 || (gain == 0 && (weight[to] - target[to] + 2 * int64_t{w} <= weight[from] - target[from] ||
                                      way.allows(from, to)));
  }
  // A vertex heavier than a quarter of a part needs free capacity: rebalancing could not make up for it.
  AMORPH_HD bool accepts(load w, uint32_t p) const {
    return 4 * int64_t{w} <= limit[p] + 3 || weight[p] + w <= limit[p];
  }
  // Label propagation skips such a part: rebalancing would have to move the same weight out again. If limits are
  // tight the part must be allowed to exceed them, or nothing could move.
  AMORPH_HD bool full(load, uint32_t p) const {
    const int64_t slack = (limit[p] - target[p]) * 7 / 8, some = target[p] / 40 + 1;
    return weight[p] >= target[p] + (slack > some ? slack : some);
  }
  // Rebalancing: whether a vertex of an overweight part may leave it (it is not much heavier than the excess), what it
  // takes with it, and how much of that should leave in all.
  AMORPH_HD bool releases(load w, uint32_t p) const { return 2 * int64_t{w} < 3 * (weight[p] - target[p]); }
  AMORPH_HD int64_t released(load w, uint32_t) const { return w; }
  AMORPH_HD int64_t to_release(uint32_t p) const { return weight[p] - limit[p]; }

  AMORPH_BODY void move(load w, uint32_t from, uint32_t to) const {
    atomic_add(&weight[from], -static_cast<int64_t>(w));
    atomic_add(&weight[to], w);
  }
  // `demand`: per part, the weight that asks to enter. A hash selects the share that fits.
  AMORPH_BODY static void ask(int64_t* demand, load w, uint32_t to) { atomic_add(&demand[to], w); }
  AMORPH_BODY bool admits(const int64_t* demand, uint32_t to, uint64_t random) const {
    const int64_t capacity = limit[to] - weight[to];
    return demand[to] <= capacity || static_cast<int64_t>(random % static_cast<uint64_t>(demand[to])) < capacity;
  }
  // Whether all that ask to enter fit.
  AMORPH_HD bool takes(const int64_t* demand, uint32_t to) const { return weight[to] + demand[to] <= limit[to]; }
};

}  // namespace amorph::partition
