// The steps of a round of refinement for the communication volume (volume.hpp).
#pragma once

#include "partitioner/refinement/refine_memory.hpp"

namespace amorph::partition {

// The parts of the neighbourhoods of listed vertices, with their numbers of members. Of other vertices, moves are
// taken to cost as much as they can: an interior vertex's neighbourhood has one part, and that is exact.
struct neighbourhood_parts {
  static constexpr uint64_t most = 128;  // parts, of a neighbourhood that is listed

  graph_view graph;
  const uint32_t* part;
  const int32_t* size;     // of vertices; null: 1
  const uint32_t* listed;  // vertices
  uint32_t* place;         // per vertex: its position in `listed`, or none
  const uint64_t* begin;   // per listed vertex: of its entries
  uint32_t* length;        // and their number
  uint64_t* entry;         // members << 32 | part

  [[nodiscard]] AMORPH_HD int32_t size_of(uint32_t v) const { return size != nullptr ? size[v] : 1; }
  // f(u) for v itself and its neighbours, by the members of the team.
  template <class Team, class F> AMORPH_BODY void for_each_net(Team team, uint32_t v, F f) const {
    if (team.rank() == 0) f(v);
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      f(graph.neighbour(e));
  }
  // The same for the nets that are listed: f(position).
  template <class Team, class F> AMORPH_BODY void for_each_listed_net(Team team, uint32_t v, F f) const {
    for_each_net(team, v, [&](uint32_t u) {
      if (place[u] != none) f(place[u]);
    });
  }
};
struct entries_of_row {
  graph_view graph;
  const uint32_t* listed;
  uint32_t parts;
  [[nodiscard]] AMORPH_HD static uint64_t most(const graph_view& graph, size_t v, uint32_t parts) {
    const uint64_t members = graph.begin[v + 1] - graph.begin[v] + 1;
    return members < parts ? members : parts;
  }
  AMORPH_BODY uint64_t operator()(size_t i) const { return most(graph, listed[i], parts); }
};
struct has_short_list {
  graph_view graph;
  const uint32_t* boundary;  // flags
  uint32_t parts;
  AMORPH_BODY bool operator()(size_t v) const {
    return boundary[v] != 0 && entries_of_row::most(graph, v, parts) <= neighbourhood_parts::most;
  }
};
struct list_parts {
  neighbourhood_parts nets;
  uint32_t parts;
  tally_memory memory;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = nets.listed[i];
    if (team.rank() == 0) nets.place[v] = static_cast<uint32_t>(i), nets.length[i] = 0;
    part_tally<Team> members(team, memory, nets.begin[i + 1] - nets.begin[i], parts);
    do {
      nets.for_each_net(team, v, [&](uint32_t u) { members.add(nets.part[u], 1); });
      members.for_each([&](uint32_t p, int32_t count) {
        nets.entry[nets.begin[i] + atomic_add(&nets.length[i], 1)] = static_cast<uint64_t>(count) << 32 | p;
      });
    } while (members.next());
  }
};
struct volume_of_listed {
  neighbourhood_parts nets;
  AMORPH_BODY int64_t operator()(size_t i) const {
    return int64_t{nets.size_of(nets.listed[i])} * (int64_t{nets.length[i]} - 1);
  }
};
// The move of highest gain to a part with capacity. With `way`, a gain of 0 suffices in one direction.
template <class Balance> struct propose_for_volume {
  static constexpr uint64_t longest_row = 512;  // entries; a longer one takes one team too long

  neighbourhood_parts nets;
  Balance balance;
  tally_memory memory;
  proposal* proposals;  // per listed vertex
  one_way way;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = nets.listed[i], own_part = nets.part[v];
    proposal best{none, 0};
    if (nets.graph.begin[v + 1] - nets.graph.begin[v] <= longest_row && !balance.underweight(own_part))
      best = best_of(team, v, own_part);
    if (team.rank() == 0) proposals[i] = best;
  }
  template <class Team> AMORPH_BODY proposal best_of(Team team, uint32_t v, uint32_t own_part) const {
    uint64_t entries = 0;
    int32_t freed = 0, all = 0;
    nets.for_each_net(team, v, [&](uint32_t u) {
      all += nets.size_of(u);
      if (nets.place[u] == none) return;
      const uint64_t first = nets.begin[nets.place[u]], length = nets.length[nets.place[u]];
      entries += length;
      for (uint64_t j = first; j != first + length; ++j)
        if (nets.entry[j] == (uint64_t{1} << 32 | own_part)) freed += nets.size_of(u);
    });
    entries = team.reduce_add(entries);
    freed = team.reduce_add(freed);
    all = team.reduce_add(all);
    if (freed == 0 && way.key == 0) return {none, 0};
    const typename Balance::load load = Balance::load_of(nets.graph, v);
    part_tally<Team> kept(team, memory, entries < balance.parts ? entries : balance.parts, balance.parts);
    uint64_t best = 0;
    do {
      nets.for_each_listed_net(team, v, [&](uint32_t at) {
        const int32_t size = nets.size_of(nets.listed[at]);
        const uint64_t first = nets.begin[at];
        for (uint64_t j = first; j != first + nets.length[at]; ++j)
          if (const auto p = static_cast<uint32_t>(nets.entry[j]); p != own_part) kept.add(p, size);
      });
      kept.for_each([&](uint32_t p, int32_t size) {
        if (size == 0 || !balance.fits(load, p)) return;
        if (freed - all + size < (way.allows(own_part, p) ? 0 : 1)) return;
        const uint64_t rank = rank_part(size, p, v);
        best = rank > best ? rank : best;
      });
    } while (kept.next());
    best = team.reduce_max(best);
    if (best == 0) return {none, 0};
    return {ranked_part(best, v), freed - all + static_cast<int32_t>(best >> 32)};
  }
};
// Of the vertices that share a net, the one of highest gain.
struct volume_claims {
  neighbourhood_parts nets;
  proposal* proposals;
  uint64_t* claim;  // per listed vertex, as a net
  uint32_t seed;
  AMORPH_BODY uint64_t key(size_t i) const {
    return uint64_t{static_cast<uint32_t>(proposals[i].gain) + 1} << 32 | hash32(nets.listed[i] ^ seed);
  }
};
struct claim_nets {
  volume_claims claims;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    if (claims.proposals[i].to == none) return;
    const uint64_t own_key = claims.key(i);
    claims.nets.for_each_listed_net(team, claims.nets.listed[i],
                                    [&](uint32_t at) { atomic_max(&claims.claim[at], own_key); });
  }
};
template <class Balance> struct keep_independent {
  volume_claims claims;
  Balance balance;
  int64_t* demand;  // per entry of the limits
  uint64_t* first;  // per part: the highest key that asks to enter
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const proposal own = claims.proposals[i];
    if (own.to == none) return;
    const uint32_t v = claims.nets.listed[i];
    const uint64_t own_key = claims.key(i);
    bool wins = true;
    claims.nets.for_each_listed_net(team, v, [&](uint32_t at) { wins = wins && claims.claim[at] == own_key; });
    wins = team.all(wins);
    team.sync();
    if (team.rank() != 0) return;
    if (!wins) {
      claims.proposals[i].to = none;
      return;
    }
    balance.ask(demand, Balance::load_of(claims.nets.graph, v), own.to);
    atomic_max(&first[own.to], own_key);
  }
};
// All that ask, if their part has capacity for them together; otherwise the first.
template <class Balance> struct admit_for_volume {
  volume_claims claims;
  Balance balance;
  const int64_t* demand;
  const uint64_t* first;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t to = claims.proposals[i].to;
    if (to != none && !balance.takes(demand, to) && first[to] != claims.key(i)) claims.proposals[i].to = none;
  }
};
struct volume_progress {
  int64_t volume;  // before the round, of the listed vertices
  int64_t gain;
  uint64_t moved;
};
template <class Balance> struct move_for_volume {
  neighbourhood_parts nets;
  Balance balance;
  const proposal* proposals;
  uint32_t *part, *boundary;
  volume_progress* progress;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const proposal own = proposals[i];
    if (own.to == none) return;
    const uint32_t v = nets.listed[i];
    nets.for_each_net(team, v, [&](uint32_t u) { atomic_store(&boundary[u], 1u); });
    if (team.rank() != 0) return;
    balance.move(Balance::load_of(nets.graph, v), part[v], own.to);
    part[v] = own.to;
    atomic_add(&progress->gain, own.gain);
    atomic_add(&progress->moved, 1);
  }
};

}  // namespace amorph::partition
