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
// then, so a table of connectivities is stored on dense graphs alone (connection_table.hpp) and interior vertices cost
// nothing. Ties are broken by a hash and by ids, so a step is deterministic.
#pragma once

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

// The afterburner's order: higher gains first, then lower vertices. Without branches, which would be mispredicted.
AMORPH_HD inline bool moves_before(proposal theirs, uint32_t u, proposal own, uint32_t v) {
  return (theirs.to != none) & ((theirs.gain > own.gain) | ((theirs.gain == own.gain) & (u < v)));
}

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

// A candidate among the boundary vertices, whose proposal it records; or none.
template <class Exec, class Balance = part_balance> struct find_candidates {
  using list = typename append_list<Exec>::view_type;
  list boundary;
  const uint32_t* part;
  const vertex_state* state;
  proposal* proposals;
  graph_view graph;
  uint32_t resting;  // vertices that moved in this step do not move
  float tolerance;   // tolerated loss over own connectivity; negative: must gain
  Balance balance;
  bool skip_full;  // no moves to full parts
  AMORPH_BODY uint32_t operator()(size_t i) const {
    const uint32_t v = boundary[i], from = part[v];
    const vertex_state s = state[v];
    if (s.best == none || s.moved == resting || graph.is_fixed(v)) return none;
    if (tolerance < 0 ? s.gain <= 0
                      : s.gain < 0 && static_cast<float>(-s.gain) >= static_cast<float>(s.own) * tolerance)
      return none;
    const typename Balance::load w = Balance::load_of(graph, v);
    if (balance.underweight(from) || !balance.accepts(w, s.best) || (skip_full && balance.full(w, s.best))) return none;
    proposals[v] = {s.best, s.gain};
    return v;
  }
};
// Sets `moved` to this step if v moves: if it loses nothing after the moves of higher priority, or, with must_gain,
// if the move improves the partition.
template <class Gains, class Balance> struct afterburner {
  Gains gains;
  const proposal* proposals;
  vertex_state* state;
  uint32_t step;
  Balance balance;
  bool must_gain;
  one_way way;  // with must_gain
#if !AMORPH_DEVICE_COMPILER
  void prefetch(uint32_t v) const { gains.prefetch(v); }
#endif
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const proposal own = proposals[v];
    if (own.to == none) return;  // not admitted
    const uint32_t mine = gains.part[v];
    const int32_t gain = gains.after_moves(team, v, mine, own, proposals);
    if (team.rank() == 0 &&
        (must_gain ? balance.improves(gain, Balance::load_of(gains.graph, v), mine, own.to, way) : gain >= 0))
      state[v].moved = step;
  }
};

}  // namespace amorph::partition
