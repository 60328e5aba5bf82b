// Label propagation within the limits: vertices move only if they gain and their new part has capacity, so that no
// rebalancing undoes the step.
//
// Jet's steps ignore capacity, and if parts are full rebalancing moves out as much as they moved in: single vertices
// remain in foreign parts, and whole communities move to and fro. Here, as in METIS's greedy refinement (Karypis and
// Kumar, "Multilevel k-way partitioning scheme for irregular graphs", 1998), a vertex moves to the best part that has
// capacity if the cut falls, or if it stays the same and a heavier part gives to a lighter one or the move goes one
// way (one_way; refiner.hpp uses it to smooth boundaries). All vertices move in parallel:
//   choose   each finds the best part with capacity, and each part sums the weight that demands to enter;
//   admit    each part admits the share that fits, selected by a hash;
// then the afterburner of label_propagation.hpp, and the move.
#pragma once

#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

template <class Exec> struct find_gaining {
  typename append_list<Exec>::view_type boundary;
  const vertex_state* state;
  const uint32_t* part;
  one_way way;
  AMORPH_BODY uint32_t operator()(size_t i) const { return may_gain(boundary[i]) ? boundary[i] : none; }
  AMORPH_BODY bool may_gain(uint32_t v) const {
    const vertex_state s = state[v];
    if (s.best == none || s.gain < 0) return false;
    return s.gain != 0 || way.key == 0 || way.allows(part[v], s.best);
  }
};
// The same from the candidates of the previous step and the vertices that it changed, of which there are far fewer
// than boundary vertices.
template <class Exec> struct find_still_gaining {
  const uint32_t* stamp;
  uint32_t step;  // the previous one
  row_lists<Exec> candidates;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (stamp[v] != step) candidates.append(team, v);
  }
};
template <class Exec> struct find_newly_gaining {
  find_gaining<Exec> all;
  row_lists<Exec> candidates;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (all.may_gain(v)) candidates.append(team, v);
  }
};
struct clear_demand {
  int64_t* demand;
  AMORPH_BODY void operator()(size_t i) const { demand[i] = 0; }
};
template <class Balance> struct is_other_with_capacity {
  Balance balance;
  typename Balance::load load;
  uint32_t own;
  AMORPH_BODY bool operator()(uint32_t p) const { return p != own && balance.fits(load, p); }
};
template <class Gains, class Balance> struct choose_feasible {
  Gains gains;
  const vertex_state* state;
  Balance balance;
  proposal* proposals;
  int64_t* demand;  // per entry of the limits: the weight that asks to enter
  one_way way;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = gains.part[v];
    const typename Balance::load load = Balance::load_of(gains.graph, v);
    const vertex_state s = state[v];
    const is_other_with_capacity<Balance> fits{balance, load, mine};
    proposal choice{s.best, s.gain};
    if (gains.is_fixed(v))
      choice.to = none;
    else if (!fits(s.best))
      choice = gains.best(team, v, s.own, fits);
    if (team.rank() != 0) return;
    if (choice.to != none && !balance.improves(choice.gain, load, mine, choice.to, way)) choice.to = none;
    proposals[v] = choice;
    if (choice.to != none) balance.ask(demand, load, choice.to);
  }
};
template <class Balance> struct admit {
  Balance balance;
  proposal* proposals;
  const int64_t* demand;
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    const uint32_t to = proposals[v].to;
    if (to != none && !balance.admits(demand, to, hash(v ^ seed))) proposals[v].to = none;
  }
};

}  // namespace amorph::partition
