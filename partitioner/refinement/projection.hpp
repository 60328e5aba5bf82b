// Projection: each vertex takes the part of its coarse vertex, and the refinement's state of it is initialised. At
// the end of a level, the vertices on the boundary are flagged for the next finer one.
#pragma once

#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

// Lists the vertices whose connectivity must be counted: those that may be on the boundary, and the loosely connected.
template <class Exec> struct project {
  graph_view graph;
  const uint32_t *map, *coarse_part;  // map: null if the parts are the level's own
  const unsigned char* coarse;        // flags of the coarser level's boundary; null: unknown, all vertices are listed
  uint32_t last_part;                 // of vertices that the coarser level lacks
  uint32_t *part, *kept;
  vertex_state* state;
  proposal* proposals;
  uint32_t* stamp;  // may share the map's memory
  unsigned char* flags;
  row_lists<Exec> changed;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const auto v = static_cast<uint32_t>(i);
    const uint32_t c = map != nullptr ? map[v] : v;
    part[v] = kept[v] = c != none ? coarse_part[c] : last_part;
    state[v] = {0, 0, none, 0};
    proposals[v] = {none, 0};
    stamp[v] = 0;
    flags[v] = 0;
    if (coarse == nullptr || c == none || (coarse[c] & in_boundary_list) != 0 || loosely_connected(graph, v))
      changed.append(team, v);
  }
};

// Flags the vertices with a neighbour in another part, if no coarser level says which they may be.
template <class Flag> struct find_boundary {
  graph_view graph;
  const uint32_t* part;
  Flag* flags;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t v) const {
    uint32_t outside = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end && outside == 0; e += team.size())
      outside = part[graph.neighbour(e)] != part[v] ? 1 : 0;
    outside = team.reduce_max(outside);
    if (team.rank() == 0) flags[v] = outside != 0 ? in_boundary_list : 0;
  }
};

template <class Exec> struct flag_boundary {
  typename append_list<Exec>::view_type boundary;
  const vertex_state* state;
  unsigned char* flags;
  AMORPH_BODY void operator()(size_t i) const {
    flags[boundary[i]] = state[boundary[i]].best != none ? in_boundary_list : 0;
  }
};

}  // namespace amorph::partition
