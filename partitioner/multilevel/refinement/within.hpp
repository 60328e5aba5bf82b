// Steps within the limits: what must gain and finds room goes, so that no rebalancing undoes it.
//
// Jet's steps ask for no room, and where parts are full rebalancing sends away as much as they brought: single vertices
// stay behind in foreign parts, and whole communities go to and fro. Here, as in METIS's greedy refinement (Karypis and
// Kumar, "Multilevel k-way partitioning scheme for irregular graphs", 1998), a vertex goes to the best part that can take
// it, when the cut falls, or stays while a heavier part gives to a lighter one. All vertices move at once:
//   choose   each finds the best part with room, and the parts sum up what wishes to come;
//   admit    of that, a part takes the share that fits, picked by a hash;
// then the afterburner of refine.hpp, and the move.
#pragma once

#include "partitioner/multilevel/refinement/refine.hpp"

namespace amorph::partition {

template <class Exec> struct find_gaining {
  typename append_list<Exec>::view_type seen;
  const vertex_state* state;
  row_lists<Exec> candidates;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const vertex_state s = state[seen[i]];
    if (s.best != none && s.gain >= 0) candidates.append(team, seen[i]);
  }
};
struct nothing_wanted {
  int64_t* wanted;
  AMORPH_BODY void operator()(size_t p) const { wanted[p] = 0; }
};
struct is_other_with_room {
  part_room room;
  int32_t weight;
  uint32_t own;
  AMORPH_BODY bool operator()(uint32_t p) const { return p != own && room.weight[p] + weight <= room.limit[p]; }
};
struct choose_with_room {
  graph_view graph;
  const uint32_t* part;
  const vertex_state* state;
  part_room room;
  tally_memory memory;
  offer* offers;
  int64_t* wanted;  // per part: the weight that wishes to come
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t own = part[v];
    const int32_t weight = graph.weight(v);
    const vertex_state s = state[v];
    const is_other_with_room fits{room, weight, own};
    offer wish{s.best, s.gain};
    if (!fits(s.best)) {
      const uint64_t best = best_part(team, graph, part, v, room.parts, memory, fits);
      wish = {best == 0 ? none : ranked_part(best, v), static_cast<int32_t>(best >> 32) - s.own};
    }
    if (team.rank() != 0) return;
    if (wish.to != none && !room.betters(wish.gain, weight, own, wish.to)) wish.to = none;
    offers[v] = wish;
    if (wish.to != none) atomic_add(&wanted[wish.to], weight);
  }
};
struct admit {
  part_room room;
  offer* offers;
  const int64_t* wanted;
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    const uint32_t to = offers[v].to;
    if (to == none) return;
    const int64_t space = room.limit[to] - room.weight[to];
    if (wanted[to] > space && static_cast<int64_t>(hash(v ^ seed) % static_cast<uint64_t>(wanted[to])) >= space)
      offers[v].to = none;
  }
};

}  // namespace amorph::partition
