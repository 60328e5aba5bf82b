// Rebalancing: the least lossy moves out of parts that are too heavy (Jet, section 4.3: its weak and strong forms).
//
// Every vertex of a heavy part that may leave finds its cheapest exit, and each part lets the vertices go in order of
// their loss, in powers of two, until what is left fits. Of the last class that goes, a share goes that a hash picks. No
// list is sorted: two histograms, of the classes' weights and of the last class by hash, say where to cut.
// Weak: to the best of the parts with room, which together may overfill one. Strong: to any part with room, by a hash that
// shares them out as the room is.
#pragma once

#include "partitioner/multilevel/refinement/refine.hpp"

namespace amorph::partition {

struct is_open {
  part_room room;
  AMORPH_BODY bool operator()(uint32_t p) const { return room.open(p); }
};

// Lists who may leave: not much heavier than what has to go.
template <class Exec> struct find_leaving {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  const uint32_t* part;
  const vertex_state* state;
  part_room room;
  list seen;
  bool inner;  // also vertices inside the part: i runs over all
  row_lists<Exec> leaving;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = inner ? static_cast<uint32_t>(i) : seen[i], p = part[v];
    if (!room.heavy(p) || (!inner && state[v].best == none && !loose(graph, v))) return;
    if (2 * static_cast<int64_t>(graph.weight(v)) < 3 * (room.weight[p] - room.target[p])) leaving.append(team, v);
  }
};

// Half the way to a part that is too heavy or as full as can be: the excess spreads from part to part until it finds room.
struct is_lighter {
  part_room room;
  uint32_t than;
  AMORPH_BODY bool operator()(uint32_t p) const {
    return room.weight[p] - room.limit[p] < (room.weight[than] - room.limit[than]) / 2;
  }
};

// Losses fall in classes, gains first, and vertices inside their part last; a class in shares.
inline constexpr uint32_t classes = 64, shares = 64;
AMORPH_HD inline uint32_t class_of_loss(int32_t loss) {
  if (loss < 0) return 0;
  uint32_t c = 1;
  while (loss != 0) {
    loss >>= 1;
    ++c;
  }
  return c;
}

// What leaves each part: all of the classes below `last_class`, and of that one the shares up to `last_share`.
struct exits {
  offer* exit;                           // per vertex: where to, and as `gain` its rank: class * shares + share
  int64_t *class_weight, *share_weight;  // parts * classes, parts * shares; 0 between steps
  uint32_t *last_class, *last_share;     // per part
  int64_t* left;                         // per part: what the last class has to give
};

struct find_exit {
  graph_view graph;
  const uint32_t* part;
  const vertex_state* state;
  part_room room;
  tally_memory memory;
  exits out;
  uint32_t seed;
  bool search;               // for the best part with room, when the best of all has none
  const int64_t* room_upto;  // strong: inclusive sums of the parts' room; null: weak
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t p = part[v], random = hash32(v ^ seed);
    const vertex_state known = state[v];
    uint64_t best = 0;
    if (known.best != none && room.open(known.best))
      best = rank_part(known.gain + known.own, known.best, v);
    else if (known.best != none && search)
      best = best_part(team, graph, part, v, room.parts, memory, is_open{room});
    // Not far away, where it would be a piece of its own, while a part nearby is better off.
    if (known.best != none && search && best == 0 && room_upto == nullptr)
      best = best_part(team, graph, part, v, room.parts, memory, is_lighter{room, p});
    if (team.rank() != 0) return;
    uint32_t to = best == 0 ? none : ranked_part(best, v);
    if (room_upto != nullptr)
      to = part_at(random);
    else if (best == 0 && known.best == none)
      to = some_open_part(random);
    const uint32_t c = class_of(v, known, static_cast<int32_t>(best >> 32));
    out.exit[v] = {to, static_cast<int32_t>(c * shares + random % shares)};
    if (to != none) atomic_add(&out.class_weight[p * size_t{classes} + c], graph.weight(v));
  }
  // What holds a vertex inside its part may never have been counted.
  AMORPH_BODY uint32_t class_of(uint32_t v, const vertex_state& known, int32_t there) const {
    if (known.best != none) return class_of_loss(known.own - there);
    if (!loose(graph, v)) return classes - 1;
    int32_t held = 0;
    for (uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) held += graph.edge(e);
    return class_of_loss(held);
  }
  AMORPH_BODY uint32_t some_open_part(uint32_t random) const {
    uint32_t to = random / shares % room.parts;
    for (uint32_t tried = 0; tried != room.parts; ++tried) {
      if (room.open(to)) return to;
      to = to + 1 == room.parts ? 0 : to + 1;
    }
    return none;
  }
  // The part in whose share of all room a random place falls.
  AMORPH_BODY uint32_t part_at(uint32_t random) const {
    const int64_t all = room_upto[room.parts - 1];
    if (all <= 0) return none;
    const auto at = static_cast<int64_t>(hash(random) % static_cast<uint64_t>(all));
    uint32_t low = 0, high = room.parts - 1;
    while (low != high) {
      const uint32_t middle = low + (high - low) / 2;
      if (room_upto[middle] <= at)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

// Of the weights in a row, the place of the last that is needed for them to add up to `wanted`, and what is wanted of it;
// both 0 when nothing is. Sets them to 0. A team, for one thread would wait for each in turn.
struct last_needed {
  uint32_t place;
  int64_t left;
};
template <uint32_t Weights, class Team>
AMORPH_BODY last_needed take_weights(Team team, int64_t* weight, int64_t wanted) {
  static_assert(Weights % Team::size() == 0);
  last_needed last{0, 0};
  int64_t before = 0;
  for (uint32_t first = 0; first != Weights; first += Team::size()) {
    const uint32_t place = first + team.rank();
    const int64_t mine = weight[place];
    weight[place] = 0;
    int64_t all;
    const int64_t left = wanted - before - team.exclusive_scan(mine, all);
    const uint32_t reached = team.reduce_max(left > 0 ? place + 1 : 0);
    if (reached != 0) last = {reached - 1, team.reduce_max(place + 1 == reached ? left : int64_t{0})};
    before += all;
  }
  return last;
}

struct cut_classes {
  part_room room;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t p) const {
    const last_needed last =
        take_weights<classes>(team, out.class_weight + p * classes, room.weight[p] - room.limit[p]);
    if (team.rank() != 0) return;
    out.last_class[p] = last.place;
    out.left[p] = last.left;
  }
};
struct weigh_share {
  graph_view graph;
  const uint32_t* part;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    const uint32_t p = part[v];
    const offer exit = out.exit[v];
    const auto rank = static_cast<uint32_t>(exit.gain);
    if (exit.to != none && rank / shares == out.last_class[p])
      atomic_add(&out.share_weight[p * size_t{shares} + rank % shares], graph.weight(v));
  }
};
struct cut_shares {
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t p) const {
    const last_needed last = take_weights<shares>(team, out.share_weight + p * shares, out.left[p]);
    if (team.rank() == 0) out.last_share[p] = last.place;
  }
};
template <class Exec> struct leave {
  mover<Exec> how;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t p = how.part[v];
    const offer exit = out.exit[v];
    const bool goes =
        exit.to != none && static_cast<uint32_t>(exit.gain) <= out.last_class[p] * shares + out.last_share[p];
    team.sync();  // all have read the part before it changes
    if (team.rank() == 0) out.exit[v].to = none;
    if (goes) how.move(team, v, exit.to);
  }
};

// By one team: the room of the parts, summed up.
struct sum_room {
  part_room room;
  int64_t* upto;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t) const {
    int64_t before = 0;
    for (uint32_t first = 0; first < room.parts; first += team.size()) {
      const uint32_t p = first + team.rank();
      const int64_t mine = p < room.parts && room.limit[p] > room.weight[p] ? room.limit[p] - room.weight[p] : 0;
      int64_t all;
      const int64_t below = team.exclusive_scan(mine, all);
      if (p < room.parts) upto[p] = before + below + mine;
      before += all;
    }
  }
};

}  // namespace amorph::partition
