// Rebalancing: the least lossy moves out of parts that are too heavy (Jet, section 4.3: its weak and strong forms).
//
// Every vertex of a heavy part that may leave gets the loss of its cheapest move, and the vertices of each part are
// taken in order of loss (in powers of two; then by a hash) until what is left fits. Weak: to the best of the parts with
// room, which together may overfill one. Strong: to the parts with room one after the other, as much as each holds.
#pragma once

#include "amorph/primitives/segmented.hpp"
#include "amorph/primitives/sort.hpp"
#include "refine.hpp"

namespace amorph::partition {

struct part_room {
  const int64_t *weight, *target, *limit;
  uint32_t parts;
  AMORPH_HD bool heavy(uint32_t p) const { return weight[p] > limit[p]; }
  // Room is kept back, so that parts which just fit do not become too heavy in turn.
  AMORPH_HD bool open(uint32_t p) const { return weight[p] < target[p] + (limit[p] - target[p]) * 3 / 4; }
};

struct is_open {
  part_room room;
  AMORPH_BODY bool operator()(uint32_t p) const { return room.open(p); }
};

// May leave: not heavier than what has to go, as far as there are others.
struct may_leave {
  graph_view graph;
  vertex_state state;
  part_room room;
  bool inner;  // also vertices inside the part
  AMORPH_BODY bool operator()(size_t v) const {
    const uint32_t p = state.part[v];
    if (!room.heavy(p) || (!inner && state.best[v] == none)) return false;
    return 2 * static_cast<int64_t>(graph.weight(v)) < 3 * (room.weight[p] - room.target[p]);
  }
};

inline constexpr uint32_t inner_class = 63;
// The class of a loss: a gain, none, or its magnitude.
AMORPH_HD inline uint32_t loss_class(int32_t loss) {
  if (loss < 0) return 0;
  uint32_t c = 1;
  while (loss != 0) {
    loss >>= 1;
    ++c;
  }
  return c;
}

struct cheapest_exit {
  graph_view graph;
  vertex_state state;
  part_room room;
  tally_memory memory;
  const uint32_t* list;
  uint64_t* key;  // part, class of loss, hash
  uint32_t* destination;
  uint32_t seed;
  bool strong;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = list[i], mine = state.part[v];
    uint64_t best = 0;
    const uint32_t known = state.best[v];
    if (known != none && room.open(known))
      best = rank_part(state.gain[v] + state.own[v], known, v);
    else if (known != none)
      best = best_part(team, graph, state.part, v, room.parts, memory, is_open{room});
    if (team.rank() != 0) return;
    uint32_t to = ranked_part(best, v);
    if (best == 0) {  // none of its neighbours' parts: one of the others, found from a place that the hash says
      to = mix32(v ^ seed) % room.parts;
      for (uint32_t tried = 0; tried != room.parts && !room.open(to); ++tried) to = to + 1 == room.parts ? 0 : to + 1;
      if (!room.open(to)) to = none;
    }
    destination[v] = to;
    // Vertices inside a part go last. (What holds them may never have been counted.)
    const uint32_t loss = known == none ? inner_class : loss_class(state.own[v] - static_cast<int32_t>(best >> 32));
    key[i] = static_cast<uint64_t>(mine) << 32 | loss << 26 | (mix32(v + seed) & 0x3ffffff);
  }
};

struct weight_of {
  graph_view graph;
  const uint32_t* list;
  int64_t* weight;
  AMORPH_BODY void operator()(size_t i) const { weight[i] = graph.weight(list[i]); }
};
// Where the run of a part begins in the sorted keys.
struct part_start {
  const uint64_t* key;
  uint64_t* start;  // maximum over all before gives the run's first
  AMORPH_BODY void operator()(size_t i) const { start[i] = i != 0 && key[i] >> 32 == key[i - 1] >> 32 ? 0 : i; }
};
// Leaves while what left before it does not suffice.
struct leaves {
  const uint64_t *key, *start;
  const int64_t* before;  // exclusive sums of weights
  const uint32_t *list, *destination;
  part_room room;
  AMORPH_BODY bool operator()(size_t i) const {
    const auto p = static_cast<uint32_t>(key[i] >> 32);
    return destination[list[i]] != none && before[i] - before[start[i]] < room.weight[p] - room.limit[p];
  }
};
struct list_entry {
  const uint32_t* list;
  uint32_t* out;
  AMORPH_BODY void operator()(size_t i) const { out[i] = list[out[i]]; }
};

// Strong: the vertices that leave, in order of weight sums, fill the parts' room in order of the parts.
struct assign_room {
  const uint32_t* list;
  const int64_t* before;       // exclusive sums of the leavers' weights
  const int64_t* room_before;  // inclusive sums of the parts' room
  uint32_t* destination;
  graph_view graph;
  uint32_t parts;
  AMORPH_BODY void operator()(size_t i) const {
    const int64_t at = before[i] + graph.weight(list[i]);
    uint32_t low = 0, high = parts;  // the first part whose room ends at or after `at`
    while (low != high) {
      const uint32_t middle = low + (high - low) / 2;
      if (room_before[middle] < at)
        low = middle + 1;
      else
        high = middle;
    }
    if (low != parts) destination[list[i]] = low;
  }
};
struct room_of_part {
  part_room room;
  int64_t* to;
  AMORPH_BODY void operator()(size_t p) const {
    const int64_t left = room.limit[p] - room.weight[p];
    to[p] = left > 0 ? left : 0;
  }
};

}  // namespace amorph::partition
