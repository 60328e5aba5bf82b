// One step of label propagation after Jet (Gilbert, Madduri, Boman, Rajamanickam, "Jet: Multilevel Graph Partitioning
// on Graphics Processing Units", arXiv 2304.13194, section 4.2). It may increase the cut for a while and ignores
// balance.
//
// All vertices are evaluated in parallel against the current partition:
//   candidates   boundary vertices whose best move gains, or loses little compared with what holds them;
//   afterburner  each candidate's gain again, as if candidates of higher gain (then lower id) had moved;
//   move         candidates that then lose nothing; a vertex that moved rests in the next step.
// A rebalancing step follows if a part is overweight (rebalance.hpp).
//
// Differences from Jet: connectivity is recounted when the neighbourhood changed, and the best move is kept until
// then, so no table of connectivities is stored and interior vertices cost nothing. Ties are broken by a hash and by
// ids, so a step is deterministic.
#pragma once

#include <algorithm>

#include "amorph/kernels/sync/append_list.hpp"
#include "partitioner/common/level.hpp"
#include "partitioner/common/rows.hpp"
#include "partitioner/common/tally.hpp"
#include "partitioner/refinement/balance.hpp"

namespace amorph::partition {

// A vertex's connectivity and best move. Aligned so that an indirect read is one transaction.
struct alignas(16) vertex_state {
  int32_t own;     // connectivity to its own part
  int32_t gain;    // of moving to `best`
  uint32_t best;   // the other part of maximum connectivity; none: an interior vertex
  uint32_t moved;  // the last step in which it moved
};
// A candidate's proposed move, visible to its neighbours; none between steps. While rebalancing: the exit, and its
// rank.
struct alignas(8) proposal {
  uint32_t to;
  int32_t gain;
};

// Isolated vertices and vertices of low degree. Where there are many, as in networks, moving them frees capacity at
// little cost.
AMORPH_HD inline bool loosely_connected(const graph_view& graph, size_t v) {
  return graph.begin[v + 1] - graph.begin[v] <= 2;
}

// Orders parts of equal connectivity differently for each vertex; otherwise all moves would go to the lowest part.
AMORPH_HD inline uint64_t rank_part(int32_t connection, uint32_t part, uint32_t v) {
  return static_cast<uint64_t>(static_cast<uint32_t>(connection)) << 32 | (part ^ hash32(v) >> 1);
}
AMORPH_HD inline uint32_t ranked_part(uint64_t rank, uint32_t v) {
  return static_cast<uint32_t>(rank) ^ hash32(v) >> 1;
}

inline constexpr unsigned char in_boundary_list = 1, is_displaced = 2;  // flags of a vertex: it is in that list
inline constexpr unsigned char is_off_anchor = 4;  // when its connectivity was counted, its anchor was in another part

// The bound of part_tally for the connectivity of v.
AMORPH_HD inline uint64_t adjacent_parts(const graph_view& graph, uint32_t v, uint32_t parts) {
  const uint64_t entries = graph.begin[v + 1] - graph.begin[v] + (graph.anchors.part != nullptr ? 1 : 0);
  return entries < parts ? entries : parts;
}

// The rank of the part of maximum connectivity to v among those with counts(part); 0 if there is none.
template <class Team, class Counts>
AMORPH_BODY uint64_t best_part(Team team, const graph_view& graph, const uint32_t* part, uint32_t v, uint32_t parts,
                               const tally_memory& memory, Counts counts) {
  const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
  part_tally<Team> sums(team, memory, adjacent_parts(graph, v, parts), parts);
  uint64_t best = 0;
  do {
    for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
      const arc a = graph.at(e);
      if (const uint32_t p = part[a.to]; counts(p)) sums.add(p, a.weight);
    }
    if (team.rank() == 0 && graph.anchors.holds(v) && counts(graph.anchors.part[v]))
      sums.add(graph.anchors.part[v], graph.anchors.weight[v]);
    sums.for_each([&](uint32_t p, int32_t w) {
      const uint64_t rank = rank_part(w, p, v);
      best = rank > best ? rank : best;
    });
  } while (sums.next());
  return team.reduce_max(best);
}

// Recounts the connectivity of v. Returns, from one member, the increase of the weight of edges out of v's part; an
// anchor counts twice, as an edge does at its two ends.
template <class Exec> struct recount_connectivity {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  const uint32_t* part;
  vertex_state* state;
  uint32_t parts;
  tally_memory memory;
  unsigned char* flags;
  list boundary;

#if !AMORPH_DEVICE_COMPILER
  void prefetch(uint32_t v) const {
    __builtin_prefetch(&graph.words[graph.begin[v]]);
    __builtin_prefetch(&state[v]);
  }
#endif
  template <class Team> AMORPH_BODY int64_t operator()(Team team, uint32_t v) const {
    const uint32_t mine = part[v];
    const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
    part_tally<Team> sums(team, memory, adjacent_parts(graph, v, parts), parts);
    int32_t own = 0, other = 0;
    const bool anchored = graph.anchors.holds(v);
    uint64_t best = 0;
    bool first = true;
    const graph_view rows = graph;  // a copy whose members stay in registers
    do {
      if constexpr (part_tally<Team>::of_all_parts) {
        for (uint64_t e = begin; e != end; ++e) {
          const arc a = rows.at(e);
          sums.add_edge(part[a.to], a.weight);
          other += a.weight;
        }
        own = sums.take(mine);
        other -= own;
      } else {
        for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
          const arc a = rows.at(e);
          const uint32_t p = part[a.to];
          if (p != mine) sums.add(p, a.weight);
          if (first) (p == mine ? own : other) += a.weight;
        }
      }
      if (anchored && team.rank() == 0) {
        const uint32_t p = graph.anchors.part[v];
        if (p != mine) sums.add(p, graph.anchors.weight[v]);
        if (first) (p == mine ? own : other) += graph.anchors.weight[v];
      }
      first = false;
      sums.for_each([&](uint32_t p, int32_t w) {
        const uint64_t rank = rank_part(w, p, v);
        best = rank > best ? rank : best;
      });
    } while (sums.next());
    own = team.reduce_add(own);
    other = team.reduce_add(other);
    best = team.reduce_max(best);
    if (team.rank() != 0) return 0;
    const vertex_state was = state[v];
    state[v] = {own, other == 0 ? -own : static_cast<int32_t>(best >> 32) - own,
                other == 0 ? none : ranked_part(best, v), was.moved};
    if ((flags[v] & in_boundary_list) == 0 && (other != 0 || loosely_connected(graph, v))) {
      flags[v] |= in_boundary_list;
      boundary.append(team, v);
    }
    const int32_t outside = was.best == none ? 0 : own + other - was.own;  // before
    return static_cast<int64_t>(other) - outside + (anchored ? change_off_anchor(v, mine) : 0);
  }
  AMORPH_BODY int64_t change_off_anchor(uint32_t v, uint32_t mine) const {
    const bool off = graph.anchors.part[v] != mine;
    if (((flags[v] & is_off_anchor) != 0) == off) return 0;
    flags[v] ^= is_off_anchor;
    return off ? graph.anchors.weight[v] : -graph.anchors.weight[v];
  }
};

// Lists the candidates among the boundary vertices.
template <class Exec, class Balance = part_balance> struct find_candidates {
  using list = typename append_list<Exec>::view_type;
  list boundary;
  const uint32_t* part;
  const vertex_state* state;
  proposal* proposals;
  row_lists<Exec> candidates;
  graph_view graph;
  uint32_t resting;  // vertices that moved in this step do not move
  float tolerance;   // tolerated loss over own connectivity; negative: must gain
  Balance balance;
  bool skip_full;  // no moves to full parts
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = boundary[i];
    const vertex_state s = state[v];
    if (s.best == none || s.moved == resting) return;
    if (tolerance < 0 ? s.gain <= 0
                      : s.gain < 0 && static_cast<float>(-s.gain) >= static_cast<float>(s.own) * tolerance)
      return;
    const typename Balance::load w = Balance::load_of(graph, v);
    if (balance.underweight(part[v]) || !balance.accepts(w, s.best) || (skip_full && balance.full(w, s.best))) return;
    proposals[v] = {s.best, s.gain};
    candidates.append(team, v);
  }
};
// Sets `moved` to this step if v moves: if it loses nothing after the moves of higher priority, or, with must_gain,
// if the move improves the partition.
template <class Balance> struct afterburner {
  graph_view graph;
  const uint32_t* part;
  const proposal* proposals;
  vertex_state* state;
  uint32_t step;
  Balance balance;
  bool must_gain;
  one_way way;  // with must_gain
#if !AMORPH_DEVICE_COMPILER
  void prefetch(uint32_t v) const { __builtin_prefetch(&graph.words[graph.begin[v]]); }
#endif
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = part[v];
    const proposal own = proposals[v];
    if (own.to == none) return;  // not admitted
    int32_t after = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      // Without branches, which would be mispredicted.
      const proposal theirs = proposals[u];
      const bool before = (theirs.to != none) & ((theirs.gain > own.gain) | ((theirs.gain == own.gain) & (u < v)));
      const uint32_t p = before ? theirs.to : part[u];
      after += (p == own.to ? weight : 0) - (p == mine ? weight : 0);
    }
    after = team.reduce_add(after);
    if (graph.anchors.holds(v)) {
      if (graph.anchors.part[v] == own.to)
        after += graph.anchors.weight[v];
      else if (graph.anchors.part[v] == mine)
        after -= graph.anchors.weight[v];
    }
    if (team.rank() == 0 &&
        (must_gain ? balance.improves(after, Balance::load_of(graph, v), mine, own.to, way) : after >= 0))
      state[v].moved = step;
  }
};

}  // namespace amorph::partition
