// Refinement: Jet (Gilbert, Madduri, Boman, Rajamanickam, "Jet: Multilevel Graph Partitioning on Graphics Processing
// Units", arXiv 2304.13194): label propagation that may make the cut worse for a while, and rebalancing apart from it.
//
// A step looks at all vertices at once, against the partition as it stood:
//   candidates   vertices on the boundary whose best move gains, or loses little against what holds them;
//   afterburner  each candidate's gain again, as if the candidates before it (higher gain, then lower number) had moved;
//   move         those that then lose nothing; who moved rests in the next step.
// When a part is too heavy, a step of rebalancing takes its place (rebalance.hpp).
//
// How this differs from Jet: a vertex's connections are counted again when its neighbourhood changed, and its best move
// is kept until then, so no table of connections is stored and the interior of the parts costs nothing; ties are broken
// by a hash and by numbers, so a step has one outcome on every machine.
#pragma once

#include <algorithm>

#include "amorph/kernels/sync/append_list.hpp"
#include "partitioner/multilevel/level.hpp"
#include "partitioner/multilevel/refinement/tally.hpp"
#include "partitioner/multilevel/rows.hpp"

namespace amorph::partition {

// What is known of a vertex. It is read by lists of vertices, hence in one piece.
struct alignas(16) vertex_state {
  int32_t own;     // connection to its own part
  int32_t gain;    // of moving to `best`
  uint32_t best;   // the other part that it is most connected to; none: it is inside its part
  uint32_t moved;  // the step in which it moved last
};
// A candidate's wish, for its neighbours to see; none between steps. (While parts are rebalanced: the exit, and its rank.)
struct alignas(8) offer {
  uint32_t to;
  int32_t gain;
};

struct part_room {
  int64_t* weight;
  const int64_t* target;
  int64_t* limit;  // as given, until that turns out to be out of reach
  uint32_t parts;
  // Nobody leaves such a part by label propagation: where the limits allow it, the least cut has a part less.
  AMORPH_HD bool light(uint32_t p) const { return weight[p] < target[p] / 2; }
  AMORPH_HD bool heavy(uint32_t p) const { return weight[p] > limit[p]; }
  // Room is kept back, so that parts which just fit do not become too heavy in turn.
  AMORPH_HD bool open(uint32_t p) const { return weight[p] < target[p] + (limit[p] - target[p]) * 3 / 4; }
  // Whether a move is worth it: it gains, or it loses nothing and goes to a part that stays the lighter one.
  AMORPH_HD bool betters(int32_t gain, int32_t w, uint32_t from, uint32_t to) const {
    return gain > 0 || (gain == 0 && weight[to] - target[to] + 2 * int64_t{w} <= weight[from] - target[from]);
  }
  // A vertex of more than a quarter of a part needs room as it is: nothing makes up for it once it has come.
  AMORPH_HD bool bears(int32_t w, uint32_t p) const {
    return 4 * int64_t{w} <= limit[p] + 3 || weight[p] + w <= limit[p];
  }
  // Label propagation leaves such a part alone: what it sent there, rebalancing would have to take out again. Where limits
  // are tight it must overstep them, or nothing could move.
  AMORPH_HD bool full(uint32_t p) const {
    const int64_t slack = (limit[p] - target[p]) * 7 / 8, some = target[p] / 40 + 1;
    return weight[p] >= target[p] + (slack > some ? slack : some);
  }
};

// Hardly held by anything, though nothing draws it away: isolated vertices, leaves. Where there are many, as in networks,
// these make room for what belongs together.
AMORPH_HD inline bool loose(const graph_view& graph, size_t v) { return graph.begin[v + 1] - graph.begin[v] <= 2; }

// Orders parts of equal connection: for each vertex another way, or all moves would go to the lowest part.
AMORPH_HD inline uint64_t rank_part(int32_t connection, uint32_t part, uint32_t v) {
  return static_cast<uint64_t>(static_cast<uint32_t>(connection)) << 32 | (part ^ hash32(v) >> 1);
}
AMORPH_HD inline uint32_t ranked_part(uint64_t rank, uint32_t v) {
  return static_cast<uint32_t>(rank) ^ hash32(v) >> 1;
}

inline constexpr unsigned char is_seen = 1, has_strayed = 2;  // flags of a vertex: it is in that list

// The rank of the part with counts(part) that v is most connected to; 0 when there is none.
template <class Team, class Counts>
AMORPH_BODY uint64_t best_part(Team team, const graph_view& graph, const uint32_t* part, uint32_t v, uint32_t parts,
                               const tally_memory& memory, Counts counts) {
  const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
  part_tally<Team> sums(team, memory, end - begin < parts ? end - begin : parts, parts);
  uint64_t best = 0;
  do {
    for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
      const arc a = graph.at(e);
      if (const uint32_t p = part[a.to]; counts(p)) sums.add(p, a.weight);
    }
    sums.for_each([&](uint32_t p, int32_t w) {
      const uint64_t rank = rank_part(w, p, v);
      best = rank > best ? rank : best;
    });
  } while (sums.next());
  return team.reduce_max(best);
}

// Counts v's connections again. Returns, from one member, by how much the weight of the edges out of v's part grew.
template <class Exec> struct look_around {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  const uint32_t* part;
  vertex_state* state;
  uint32_t parts;
  tally_memory memory;
  unsigned char* flags;
  list seen;

  template <class Team> AMORPH_BODY int64_t operator()(Team team, uint32_t v) const {
    const uint32_t mine = part[v];
    const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
    part_tally<Team> sums(team, memory, end - begin < parts ? end - begin : parts, parts);
    int32_t own = 0, other = 0;
    uint64_t best = 0;
    bool first = true;
    do {
      for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
        const arc a = graph.at(e);
        const uint32_t p = part[a.to];
        const int32_t w = a.weight;
        if (p != mine) sums.add(p, w);
        if (first) (p == mine ? own : other) += w;
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
    if ((flags[v] & is_seen) == 0 && (other != 0 || loose(graph, v))) {
      flags[v] |= is_seen;
      seen.append(team, v);
    }
    const int32_t outside = was.best == none ? 0 : own + other - was.own;  // before
    return static_cast<int64_t>(other) - outside;
  }
};

// Lists the candidates among those on the boundary.
template <class Exec> struct find_candidates {
  using list = typename append_list<Exec>::view_type;
  list seen;
  const uint32_t* part;
  const vertex_state* state;
  offer* offers;
  row_lists<Exec> candidates;
  graph_view graph;
  uint32_t resting;  // since this step
  float tolerance;   // the share of what holds it that a candidate may lose; below 0: it must gain
  part_room room;
  bool spare_full;  // nobody moves to parts that are full
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = seen[i];
    const vertex_state s = state[v];
    if (s.best == none || s.moved == resting) return;
    if (tolerance < 0 ? s.gain <= 0
                      : s.gain < 0 && static_cast<float>(-s.gain) >= static_cast<float>(s.own) * tolerance)
      return;
    if (room.light(part[v]) || !room.bears(graph.weight(v), s.best) || (spare_full && room.full(s.best))) return;
    offers[v] = {s.best, s.gain};
    candidates.append(team, v);
  }
};
// Sets `moved` when v moves: when it loses nothing after those before it, or when that is worth it.
struct afterburner {
  graph_view graph;
  const uint32_t* part;
  const offer* offers;
  vertex_state* state;
  uint32_t step;
  part_room room;
  bool must_gain;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = part[v];
    const offer own = offers[v];
    if (own.to == none) return;  // not admitted
    int32_t after = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      uint32_t p = part[u];
      if (const offer theirs = offers[u];
          theirs.to != none && (theirs.gain > own.gain || (theirs.gain == own.gain && u < v)))
        p = theirs.to;
      if (p == own.to)
        after += weight;
      else if (p == mine)
        after -= weight;
    }
    after = team.reduce_add(after);
    if (team.rank() == 0 && (must_gain ? room.betters(after, graph.weight(v), mine, own.to) : after >= 0))
      state[v].moved = step;
  }
};
// Moves a vertex, lists whose surroundings changed, and who may not be where the best partition has it.
template <class Exec> struct mover {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  uint32_t* part;
  int64_t* weight;
  uint32_t* stamp;  // per vertex: the last step that listed it
  uint32_t step;
  row_lists<Exec> changed;
  unsigned char* flags;
  list strayed;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t to) const {
    if (team.rank() == 0) {
      atomic_add(&weight[part[v]], -static_cast<int64_t>(graph.weight(v)));
      atomic_add(&weight[to], graph.weight(v));
      part[v] = to;
    }
    tell(team, v);
  }
  // What follows from it.
  template <class Team> AMORPH_BODY void tell(Team team, uint32_t v) const {
    if (team.rank() == 0) {
      mark(team, v);
      if ((flags[v] & has_strayed) == 0) {
        flags[v] |= has_strayed;
        strayed.append(team, v);
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
// Where the afterburner let them; no candidate keeps its wish.
template <class Exec> struct move_candidates {
  mover<Exec> how;
  const vertex_state* state;
  offer* offers;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (state[v].moved == how.step) how.move(team, v, offers[v].to);
    team.sync();
    if (team.rank() == 0) offers[v].to = none;
  }
};
// Back to where they were in the best partition.
template <class Exec> struct move_back {
  mover<Exec> how;
  const uint32_t* kept;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = how.strayed[i], now = how.part[v];
    team.sync();  // all have read the part before it changes
    if (now != kept[v]) how.move(team, v, kept[v]);
  }
};
}  // namespace amorph::partition
