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

#include "amorph/primitives/reduce.hpp"
#include "amorph/primitives/select.hpp"
#include "amorph/sync/mark_set.hpp"
#include "amorph/sync/team_sums.hpp"
#include "level.hpp"
#include "rows.hpp"
#include "tally.hpp"

namespace amorph::partition {

// What is known of each vertex. `best` is none for vertices inside their part.
struct vertex_state {
  uint32_t* part;
  int32_t* own;      // connection to its own part
  int32_t* gain;     // of moving to `best`
  uint32_t* best;    // the other part that it is most connected to
  int32_t* outside;  // connection to all other parts
};

// Hardly held by anything, though nothing draws it away: isolated vertices, leaves. Where there are many, as in networks,
// these make room for what belongs together.
AMORPH_HD inline bool loose(const graph_view& graph, size_t v) { return graph.begin[v + 1] - graph.begin[v] <= 2; }

// Orders parts of equal connection: for each vertex another way, or all moves would go to the lowest part.
AMORPH_HD inline uint64_t rank_part(int32_t connection, uint32_t part, uint32_t v) {
  return static_cast<uint64_t>(static_cast<uint32_t>(connection)) << 32 | (part ^ mix32(v) >> 1);
}
AMORPH_HD inline uint32_t ranked_part(uint64_t rank, uint32_t v) { return static_cast<uint32_t>(rank) ^ mix32(v) >> 1; }

// The rank of the part with counts(part) that v is most connected to; 0 when there is none.
template <class Team, class Counts>
AMORPH_BODY uint64_t best_part(Team team, const graph_view& graph, const uint32_t* part, uint32_t v, uint32_t parts,
                               const tally_memory& memory, Counts counts) {
  const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
  part_tally<Team> sums(team, memory, end - begin < parts ? end - begin : parts, parts);
  uint64_t best = 0;
  do {
    for (uint64_t e = begin + team.rank(); e < end; e += team.size())
      if (const uint32_t p = part[graph.to[e]]; counts(p)) sums.add(p, graph.edge(e));
    sums.for_each([&](uint32_t p, int32_t w) {
      const uint64_t rank = rank_part(w, p, v);
      best = rank > best ? rank : best;
    });
  } while (sums.next());
  return team.reduce_max(best);
}

struct is_other {
  uint32_t mine;
  AMORPH_BODY bool operator()(uint32_t p) const { return p != mine; }
};

template <class Exec> struct look_around {
  graph_view graph;
  vertex_state state;
  uint32_t parts;
  tally_memory memory;
  typename team_sums<Exec, int64_t>::view_type outside;  // bin 0: the change of twice the cut
  unsigned char* listed;                                 // null: no list is kept
  typename mark_set<Exec>::view_type newcomers;          // to the list of the boundary

  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = state.part[v];
    int32_t own = 0, other = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      (state.part[graph.to[e]] == mine ? own : other) += graph.edge(e);
    own = team.reduce_add(own);
    other = team.reduce_add(other);
    const uint64_t best = other == 0 ? 0 : best_part(team, graph, state.part, v, parts, memory, is_other{mine});
    if (team.rank() != 0) return;
    outside.add(team, 0, static_cast<int64_t>(other) - state.outside[v]);
    state.own[v] = own;
    state.outside[v] = other;
    state.best[v] = other == 0 ? none : ranked_part(best, v);
    if (listed != nullptr && listed[v] == 0 && (other != 0 || loose(graph, v))) {
      listed[v] = 1;
      newcomers.mark(team, v);
    }
    state.gain[v] = other == 0 ? -own : static_cast<int32_t>(best >> 32) - own;
  }
};

struct is_candidate {
  vertex_state state;
  const uint32_t* moved;  // the step in which it moved last
  uint32_t step;
  float tolerance;  // the share of what holds it that a candidate may lose; below 0: it must gain
  AMORPH_BODY bool operator()(size_t v) const {
    if (state.best[v] == none || moved[v] + 1 == step) return false;
    const int32_t gain = state.gain[v];
    if (tolerance < 0) return gain > 0;
    return gain >= 0 || static_cast<float>(-gain) < static_cast<float>(state.own[v]) * tolerance;
  }
};
struct set_wish {
  const uint32_t* list;
  vertex_state state;
  uint32_t* wish;
  AMORPH_BODY void operator()(size_t i) const { wish[list[i]] = state.best[list[i]]; }
};
// Sets moved[v] when v moves: when it gains `least` after those before it.
struct afterburner {
  graph_view graph;
  vertex_state state;
  const uint32_t* wish;
  uint32_t* moved;
  uint32_t step;
  int32_t least;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = state.part[v], to = wish[v];
    const int32_t gain = state.gain[v];
    int32_t after = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const uint32_t u = graph.to[e];
      uint32_t p = state.part[u];
      if (const uint32_t w = wish[u]; w != none) {
        const int32_t theirs = state.gain[u];
        if (theirs > gain || (theirs == gain && u < v)) p = w;
      }
      if (p == to)
        after += graph.edge(e);
      else if (p == mine)
        after -= graph.edge(e);
    }
    after = team.reduce_add(after);
    if (team.rank() == 0 && after >= least) moved[v] = step;
  }
};
// Moves v to destination[v] and marks whose surroundings changed.
template <class Exec> struct mover {
  graph_view graph;
  uint32_t* part;
  typename mark_set<Exec>::view_type changed;
  typename team_sums<Exec, int64_t>::view_type weight;
  typename team_sums<Exec, int64_t>::view_type moves;  // bin 1: how many moved
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t to) const {
    if (team.rank() == 0) {
      weight.add(team, part[v], -static_cast<int64_t>(graph.weight(v)));
      weight.add(team, to, graph.weight(v));
      moves.add(team, 1, 1);
      changed.mark(team, v);
      part[v] = to;
    }
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      changed.mark(team, graph.to[e]);
  }
};
// Where the afterburner let them; no candidate keeps its wish.
template <class Exec> struct move_kept {
  mover<Exec> how;
  const uint32_t* moved;
  uint32_t step;
  uint32_t* wish;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (moved[v] == step) how.move(team, v, wish[v]);
    team.sync();
    if (team.rank() == 0) wish[v] = none;
  }
};
template <class Exec> struct move_to {
  mover<Exec> how;
  const uint32_t* destination;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const { how.move(team, v, destination[v]); }
};

struct differs {
  const uint32_t *a, *b;
  AMORPH_BODY bool operator()(size_t v) const { return a[v] != b[v]; }
};
}  // namespace amorph::partition
