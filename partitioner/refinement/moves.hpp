// Moves, and the lists of what they change.
#pragma once

#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

// What every move changes. A mover adds move(team, v, from, to), which also lists the vertices whose gains change.
template <class Exec, class Balance> struct mover {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  uint32_t* part;
  Balance balance;
  uint32_t* stamp;  // per vertex: the last step that listed it
  uint32_t step;
  row_lists<Exec> changed;
  unsigned char* flags;
  list displaced;  // may differ from the best partition
  AMORPH_BODY void change_part(uint32_t v, uint32_t from, uint32_t to) const {
    balance.move(Balance::load_of(graph, v), from, to);
    part[v] = to;
  }
  template <class Team> AMORPH_BODY void displace(Team team, uint32_t v) const {
    mark_changed(team, v);
    if ((flags[v] & is_displaced) != 0) return;
    flags[v] |= is_displaced;
    displaced.append(team, v);
  }
  template <class Team> AMORPH_BODY void mark_changed(Team team, uint32_t v) const {
    if (atomic_load(&stamp[v]) == step) return;
    if constexpr (!Exec::on_device)
      if (changed.rows.threads == 1) {  // an exchange would take longer than all else
        stamp[v] = step;
        return changed.append(team, v);
      }
    if (atomic_exchange(&stamp[v], step) != step) changed.append(team, v);
  }
};

// Moves the candidates that the afterburner accepted, and clears all proposals.
template <class Mover> struct move_candidates {
  Mover moves;
  const vertex_state* state;
  proposal* proposals;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t from = moves.part[v], to = proposals[v].to;
    team.sync();  // all have read them before they change
    if (state[v].moved == moves.step) moves.move(team, v, from, to);
    if (team.rank() == 0) proposals[v].to = none;
  }
};
// Moves the displaced vertices back to their parts in the best partition.
template <class Mover> struct move_back {
  Mover moves;
  const uint32_t* kept;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = moves.displaced[i], now = moves.part[v];
    team.sync();  // all have read the part before it changes
    if (now != kept[v]) moves.move(team, v, now, kept[v]);
  }
};
// Lists the boundary vertices as changed, whose recount lists them as boundary vertices again.
template <class Exec> struct relist {
  typename append_list<Exec>::view_type boundary;
  const vertex_state* state;
  unsigned char* flags;
  graph_view graph;
  AMORPH_BODY uint32_t operator()(size_t i) const {
    const uint32_t v = boundary[i];
    flags[v] &= static_cast<unsigned char>(~in_boundary_list);
    return state[v].best != none || loosely_connected(graph, v) ? v : none;
  }
};

}  // namespace amorph::partition
