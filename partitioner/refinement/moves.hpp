// Moves, and the lists of what they change.
#pragma once

#include "partitioner/refinement/refine.hpp"

namespace amorph::partition {

// Moves a vertex; lists the vertices whose neighbourhood changed, and those that may differ from the best partition.
template <class Exec, class Balance> struct mover {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  uint32_t* part;
  Balance balance;
  uint32_t* stamp;  // per vertex: the last step that listed it
  uint32_t step;
  row_lists<Exec> changed;
  unsigned char* flags;
  list displaced;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t to) const {
    if (team.rank() == 0) {
      balance.move(Balance::load_of(graph, v), part[v], to);
      part[v] = to;
    }
    mark_neighbourhood(team, v);
  }
  // Lists v and its neighbours as changed.
  template <class Team> AMORPH_BODY void mark_neighbourhood(Team team, uint32_t v) const {
    if (team.rank() == 0) {
      mark(team, v);
      if ((flags[v] & is_displaced) == 0) {
        flags[v] |= is_displaced;
        displaced.append(team, v);
      }
    }
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      mark(team, graph.neighbour(e));
  }

 private:
  template <class Team> AMORPH_BODY void mark(Team team, uint32_t v) const {
    if (atomic_load(&stamp[v]) != step && atomic_exchange(&stamp[v], step) != step) changed.append(team, v);
  }
};
// Moves the candidates that the afterburner accepted, and clears all proposals.
template <class Exec, class Balance> struct move_candidates {
  mover<Exec, Balance> moves;
  const vertex_state* state;
  proposal* proposals;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (state[v].moved == moves.step) moves.move(team, v, proposals[v].to);
    team.sync();
    if (team.rank() == 0) proposals[v].to = none;
  }
};
// Lists the boundary vertices as changed; recount_connectivity then lists them as boundary vertices again.
template <class Exec> struct relist {
  typename append_list<Exec>::view_type boundary;
  const vertex_state* state;
  unsigned char* flags;
  graph_view graph;
  row_lists<Exec> changed;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = boundary[i];
    flags[v] &= static_cast<unsigned char>(~in_boundary_list);
    if (state[v].best != none || loosely_connected(graph, v)) changed.append(team, v);
  }
};
// Moves the displaced vertices back to their parts in the best partition.
template <class Exec, class Balance> struct move_back {
  mover<Exec, Balance> moves;
  const uint32_t* kept;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = moves.displaced[i], now = moves.part[v];
    team.sync();  // all have read the part before it changes
    if (now != kept[v]) moves.move(team, v, kept[v]);
  }
};

}  // namespace amorph::partition
