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
#include "partitioner/multilevel/level.hpp"
#include "partitioner/multilevel/refinement/tally.hpp"
#include "partitioner/multilevel/rows.hpp"

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

// Moves of gain 0 between parts are allowed in one direction, drawn for each pair of parts.
struct one_way {
  uint32_t key = 0;  // 0: no such moves
  bool reversed = false;
  AMORPH_HD bool operator==(const one_way& other) const { return key == other.key && reversed == other.reversed; }
  AMORPH_HD bool allows(uint32_t from, uint32_t to) const {
    if (key == 0) return false;
    const uint32_t low = from < to ? from : to, high = from < to ? to : from;
    const bool upward = (hash32(hash32(low ^ key) + high) & 1) != 0;
    return (upward == (from < to)) != reversed;
  }
};

struct part_balance {
  int64_t* weight;
  const int64_t* target;
  int64_t* limit;  // as given, or raised if it cannot be kept
  uint32_t parts;
  // Label propagation moves no vertex out of such a part: if the limits allow it, the minimum cut has a part less.
  AMORPH_HD bool underweight(uint32_t p) const { return weight[p] < target[p] / 2; }
  AMORPH_HD bool overweight(uint32_t p) const { return weight[p] > limit[p]; }
  // Keeps capacity in reserve, so that parts that just fit do not become overweight in turn.
  AMORPH_HD bool has_capacity(uint32_t p) const { return weight[p] < target[p] + (limit[p] - target[p]) * 3 / 4; }
  // Whether the move has positive gain, or gain 0 and goes one way or to a part that stays the lighter one.
  AMORPH_HD bool improves(int32_t gain, int32_t w, uint32_t from, uint32_t to, one_way way = {}) const {
    return gain > 0 || (gain == 0 && (weight[to] - target[to] + 2 * int64_t{w} <= weight[from] - target[from] ||
                                      way.allows(from, to)));
  }
  // A vertex heavier than a quarter of a part needs free capacity: rebalancing could not make up for it.
  AMORPH_HD bool accepts(int32_t w, uint32_t p) const {
    return 4 * int64_t{w} <= limit[p] + 3 || weight[p] + w <= limit[p];
  }
  // Label propagation skips such a part: rebalancing would have to move the same weight out again. If limits are
  // tight the part must be allowed to exceed them, or nothing could move.
  AMORPH_HD bool full(uint32_t p) const {
    const int64_t slack = (limit[p] - target[p]) * 7 / 8, some = target[p] / 40 + 1;
    return weight[p] >= target[p] + (slack > some ? slack : some);
  }
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
template <class Exec> struct find_candidates {
  using list = typename append_list<Exec>::view_type;
  list boundary;
  const uint32_t* part;
  const vertex_state* state;
  proposal* proposals;
  row_lists<Exec> candidates;
  graph_view graph;
  uint32_t resting;  // vertices that moved in this step do not move
  float tolerance;   // tolerated loss over own connectivity; negative: must gain
  part_balance balance;
  bool skip_full;  // no moves to full parts
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = boundary[i];
    const vertex_state s = state[v];
    if (s.best == none || s.moved == resting) return;
    if (tolerance < 0 ? s.gain <= 0
                      : s.gain < 0 && static_cast<float>(-s.gain) >= static_cast<float>(s.own) * tolerance)
      return;
    if (balance.underweight(part[v]) || !balance.accepts(graph.weight(v), s.best) ||
        (skip_full && balance.full(s.best)))
      return;
    proposals[v] = {s.best, s.gain};
    candidates.append(team, v);
  }
};
// Sets `moved` to this step if v moves: if it loses nothing after the moves of higher priority, or, with must_gain,
// if the move improves the partition.
struct afterburner {
  graph_view graph;
  const uint32_t* part;
  const proposal* proposals;
  vertex_state* state;
  uint32_t step;
  part_balance balance;
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
    if (team.rank() == 0 && (must_gain ? balance.improves(after, graph.weight(v), mine, own.to, way) : after >= 0))
      state[v].moved = step;
  }
};
// Moves a vertex; lists the vertices whose neighbourhood changed, and those that may differ from the best partition.
template <class Exec> struct mover {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  uint32_t* part;
  int64_t* weight;
  uint32_t* stamp;  // per vertex: the last step that listed it
  uint32_t step;
  row_lists<Exec> changed;
  unsigned char* flags;
  list displaced;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t to) const {
    if (team.rank() == 0) {
      atomic_add(&weight[part[v]], -static_cast<int64_t>(graph.weight(v)));
      atomic_add(&weight[to], graph.weight(v));
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
template <class Exec> struct move_candidates {
  mover<Exec> moves;
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
template <class Exec> struct move_back {
  mover<Exec> moves;
  const uint32_t* kept;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = moves.displaced[i], now = moves.part[v];
    team.sync();  // all have read the part before it changes
    if (now != kept[v]) moves.move(team, v, kept[v]);
  }
};
}  // namespace amorph::partition
