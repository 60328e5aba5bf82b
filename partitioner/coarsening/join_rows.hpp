// Joining the adjacency lists of a coarse vertex's members: neighbours renamed, loops dropped, parallel edges summed.
#pragma once

#include "partitioner/common/tally.hpp"

namespace amorph::partition {

// Sums the adjacency lists of a coarse vertex's members, by coarse neighbour.
struct join_rows {
  graph_view fine;
  const uint32_t *leader, *mate, *map;
  template <class Team, class Tally> AMORPH_BODY void operator()(Team team, uint32_t c, Tally& sums) const {
    const uint32_t v = leader[c], u = mate[v];
    add_row(team, v, c, sums);
    if (u != none) add_row(team, u, c, sums);
  }
  template <class Team, class Tally> AMORPH_BODY void add_row(Team team, uint32_t v, uint32_t c, Tally& sums) const {
    for (uint64_t e = fine.begin[v] + team.rank(), end = fine.begin[v + 1]; e < end; e += team.size()) {
      const arc a = fine.at(e);
      if (const uint32_t to = map[a.to]; to != c && to != none) sums.add(to, a.weight);
    }
  }
};

// Writes the arcs of a coarse graph.
struct arc_writer {
  uint32_t* words;
  int32_t* weight;
  arc_format format;
  AMORPH_BODY void write(uint64_t at, uint32_t to, int32_t sum) const {
    words[at] = format.pack(to, sum);
    if (!format.packed()) weight[at] = sum;
  }
};

}  // namespace amorph::partition
