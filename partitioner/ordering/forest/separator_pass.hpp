// The passes of separators while a forest is refined: their state, and when they end.
#pragma once

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/append_list.hpp"
#include "partitioner/common/level.hpp"
#include "partitioner/ordering/forest/place.hpp"
#include "partitioner/ordering/separator/cost.hpp"

namespace amorph::ordering {

using partition::arc;
using partition::graph_view;
using partition::none;
using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

inline constexpr uint32_t refine_turns = 200;  // per depth and level, at most

struct forest_rule {
  uint32_t trees, depths;
  double imbalance;
  uint32_t passes;  // of a separator, per level
  uint32_t seed;
};

// A separator while its depth is refined.
struct separator_pass {
  separator_weights now, best;
  double cost, best_cost, cost_before;  // before: the pass
  int64_t wanted;                       // weight of the members that may move in this turn
  int64_t limit, capacity;              // of a side; left of the side that is filled
  uint32_t side;                        // that the pass fills
  uint32_t since;                       // turns since the separator improved
  uint32_t passes, failed;              // passes left; that failed in a row
  uint32_t stalled;                     // turns without a move
  uint32_t absorbs;                     // only members that pull nothing move, to either side in turn
  uint32_t running, improved, revert;
};

template <class Exec> struct forest_view {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  forest_rule rule;
  const uint8_t* split;       // per place: a separator
  uint32_t* place;            // per vertex
  uint32_t *kept, *original;  // per vertex that moved: its place in the best separators; before the depth
  int32_t* gain;              // per member
  uint64_t* claim;            // per vertex: the key of the member that it is charged to
  list members[2], moved;
  separator_pass* pass;
  int64_t* weight;    // per place
  uint32_t* running;  // per turn: passes that go on
};

template <class Exec> AMORPH_BODY void start_pass(const forest_view<Exec>& w, uint32_t d, uint32_t s) {
  separator_pass& p = w.pass[s];
  const uint32_t top = place_at(s, d);
  p.running = w.split[top];
  p.improved = p.revert = 0;
  p.now = {{0, 0}, w.weight[top]};
  for (uint32_t node = 0; node != tree_nodes - 1; ++node) {
    const uint32_t at = top - top % tree_nodes + node;
    if (depth_of(at) > d && index_at(at, d) == s) p.now.side[side_of(at, d)] += w.weight[at];
  }
  p.best = p.now;
  p.cost = p.best_cost = p.cost_before = separator_cost(p.now, w.rule.imbalance);
  p.limit = static_cast<int64_t>(0.5 * w.rule.imbalance *
                                 static_cast<double>(p.now.side[0] + p.now.side[1] + p.now.separator));
  p.side = p.now.side[0] <= p.now.side[1] ? 0 : 1;
  p.since = p.failed = p.stalled = 0;
  p.capacity = p.limit - p.now.side[p.side];
  p.wanted = 0;
  p.passes = w.rule.passes;
  p.absorbs = 2;
}

// The largest loss of a member.
AMORPH_BODY inline int64_t tolerance(const separator_pass& p, int32_t weight) {
  return p.stalled == 0 ? 0 : p.stalled * static_cast<int64_t>(weight);
}

// Whether v is among those that the side has capacity for.
template <class Exec>
AMORPH_BODY bool admitted(const forest_view<Exec>& w, const separator_pass& p, uint32_t turn, uint32_t v) {
  if (p.absorbs != 0 || p.wanted <= p.capacity) return true;
  if (p.capacity <= 0) return false;
  const uint64_t bound = (static_cast<uint64_t>(p.capacity) << 32) / static_cast<uint64_t>(p.wanted);
  return hash32(v * 0x9e3779b1u + w.rule.seed + turn) < bound;
}

inline constexpr uint32_t patience = 6;      // turns of a pass without improvement
inline constexpr uint32_t most_stalled = 3;  // turns of a pass without a move

// After a turn: keeps the best, and ends the pass if it got stuck.
AMORPH_BODY inline void judge_pass(separator_pass& p, double imbalance) {
  p.improved = p.revert = 0;
  p.cost = separator_cost(p.now, imbalance);
  if (p.absorbs != 0) {
    p.absorbs = p.wanted != 0 ? 2 : p.absorbs - 1;
    p.improved = 1;
    p.best = p.now;
    p.best_cost = p.cost_before = p.cost;
    p.side = p.absorbs != 0 ? p.side ^ 1u : p.now.side[0] <= p.now.side[1] ? 0 : 1;
    p.capacity = p.limit - p.now.side[p.side];
    p.wanted = 0;
    return;
  }
  p.stalled = p.wanted == 0 || p.capacity <= 0 ? p.stalled + 1 : 0;
  ++p.since;
  if (p.cost < p.best_cost) {
    p.improved = 1;
    p.best_cost = p.cost;
    p.best = p.now;
    p.since = 0;
  }
  if (p.since == patience || p.stalled == most_stalled || (p.stalled != 0 && p.capacity <= 0)) {
    p.revert = 1;
    p.now = p.best;
    p.failed = p.best_cost < p.cost_before ? 0 : p.failed + 1;
    p.cost_before = p.best_cost;
    p.since = p.stalled = 0;
    p.side ^= 1u;
    if (--p.passes == 0 || p.failed == 2) p.running = 0;
  }
  p.capacity = p.limit - p.now.side[p.side];
  p.wanted = 0;
}

}  // namespace amorph::ordering
