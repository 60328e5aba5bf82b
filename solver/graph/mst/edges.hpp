// The edge-centric steps of the forest: edges in a list, each with the sets of its ends and a key that orders all edges.
// (After Fallin, Gonzalez, Seo, Burtscher, "A High-Performance MST Implementation for GPUs", SC 2023. How it differs: the
// list is made in tiles with one addition to its counter each, two arrays of minima take turns so that none is reset in a
// pass of its own, and the threshold of the filter comes from a sorted sample.)
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph::mst {

inline constexpr std::uint64_t no_edge = ~std::uint64_t{0};

struct alignas(16) edge_entry {
  std::uint32_t a, b;
  std::uint64_t key;  // the weight, as a word that sorts as weights do, above the arc's place
};

// What edges are there and how they are ordered.
struct edge_order {
  csr graph;
  const std::uint32_t* weight;  // as words that sort as weights do, or null: all alike
  bool undirected;              // of an edge's two arcs the one from its lower end counts
  AMORPH_BODY bool counts(std::uint32_t from, std::uint32_t to) const { return undirected ? from < to : from != to; }
  AMORPH_BODY std::uint32_t word(std::uint64_t e) const { return weight != nullptr ? weight[e] : 0; }
  AMORPH_BODY std::uint64_t key(std::uint64_t e) const { return std::uint64_t{word(e)} << 32 | e; }
};

// How many edges a member of a team takes at a time: `wide` on the device, where one at a time makes the most of few and
// several make the list's counter less of a bottleneck with many.
template <class Team, unsigned wide> inline constexpr unsigned each = Team::size() == 1 ? 256 : wide;
template <class Team, unsigned wide> inline constexpr unsigned tile = each<Team, wide> * Team::size();

// A list in an executor's memory. What finds no room is counted and left out: whoever asks sees more counted than fits.
template <class T> struct list_of {
  T* item;
  std::uint32_t* count;
  std::uint32_t room;
};

// Appends what the members hold: each item[i] with keep[i]; one addition to the counter for all.
template <unsigned n, class Team, class T>
AMORPH_BODY void append(Team team, const T* item, const bool* keep, const list_of<T>& out) {
  std::uint32_t mine = 0, all = 0;
  AMORPH_UNROLL
  for (unsigned i = 0; i != n; ++i) mine += keep[i] ? 1 : 0;
  std::uint32_t at = team.exclusive_scan(mine, all);
  if (all == 0) return;
  std::uint32_t base = 0;
  if (team.rank() == 0) base = atomic_add(out.count, all);
  at += team.broadcast(base);
  AMORPH_UNROLL
  for (unsigned i = 0; i != n; ++i)
    if (keep[i] && at < out.room) out.item[at++] = item[i];
}

// The read before the atomic spares most atomics: of the edges at a large tree few are lighter than all before. Intended race:
// the minimum that is read may fall meanwhile; then it was too high to leave an edge out that the atomic would take.
AMORPH_BODY inline void offer(std::uint64_t* least, std::uint32_t set, std::uint64_t key) {
  if (key < atomic_load(&least[set])) atomic_min(&least[set], key);
}

// From the rows: the edges whose weight's word is in [low, high] and whose ends are in two sets.
struct gather_edges {
  edge_order order;
  disjoint_sets sets;
  bool first;  // every vertex is still a set of its own
  std::uint32_t low, high;
  std::uint64_t* least;
  list_of<edge_entry> out;

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    constexpr unsigned n = each<Team, 8>;
    const csr& g = order.graph;
    const std::uint64_t begin = t * tile<Team, 8>,
                        end = g.edges() - begin < tile<Team, 8> ? g.edges() : begin + tile<Team, 8>;
    const std::uint32_t low_row = row_of(begin, 0, g.vertices), high_row = row_of(end - 1, low_row, g.vertices) + 1;
    edge_entry item[n];
    bool keep[n];
    std::uint32_t row = low_row;
    AMORPH_UNROLL
    for (unsigned i = 0; i != n; ++i) {
      const std::uint64_t e = begin + i * Team::size() + team.rank();
      keep[i] = false;
      if (e >= end) continue;
      const std::uint32_t word = order.word(e);
      if (word < low || word > high) continue;
      std::uint32_t a = 0, b = g.to[e];
      if constexpr (Team::size() == 1) {
        while (g.begin[row + std::size_t{1}] <= e) ++row;
        a = row;
      } else {
        a = row_of(e, low_row, high_row);
      }
      if (!order.counts(a, b)) continue;
      if (!first) {
        a = sets.find(a);
        b = sets.find(b);
        if (a == b) continue;
      }
      keep[i] = true;
      item[i] = {a, b, std::uint64_t{word} << 32 | e};
      offer(least, a, item[i].key);
      offer(least, b, item[i].key);
    }
    append<n>(team, item, keep, out);
  }
  // The row in [low, high) that holds arc e.
  AMORPH_BODY std::uint32_t row_of(std::uint64_t e, std::uint32_t low, std::uint32_t high) const {
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (order.graph.begin[middle] <= e ? low : high) = middle;
    }
    return low;
  }
};

// From the last round's list: the edges that still join two sets, offered to both.
template <unsigned wide> struct offer_edges {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  std::uint64_t* least;
  list_of<edge_entry> out;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    constexpr unsigned each_takes = each<Team, wide>;
    edge_entry item[each_takes];
    bool keep[each_takes];
    AMORPH_UNROLL
    for (unsigned i = 0; i != each_takes; ++i) {
      const std::size_t at = t * tile<Team, wide> + i * Team::size() + team.rank();
      keep[i] = false;
      if (at >= n) continue;
      item[i] = in[at];
      item[i].a = sets.find(item[i].a);
      item[i].b = sets.find(item[i].b);
      if (item[i].a == item[i].b) continue;
      keep[i] = true;
      offer(least, item[i].a, item[i].key);
      offer(least, item[i].b, item[i].key);
    }
    append<each_takes>(team, item, keep, out);
  }
};

// The edges that are the least of a set join the sets: they are the forest's. The order of keys is total, so they close no
// cycle. The next round's minima are cleared on the way: its sets are among these. Intended race: all who clear a minimum write
// the same word.
template <unsigned wide> struct join_least {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  const std::uint64_t* least;
  std::uint64_t* next_least;
  list_of<std::uint32_t> forest;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    constexpr unsigned each_takes = each<Team, wide>;
    std::uint32_t item[each_takes];
    bool keep[each_takes];
    AMORPH_UNROLL
    for (unsigned i = 0; i != each_takes; ++i) {
      const std::size_t at = t * tile<Team, wide> + i * Team::size() + team.rank();
      keep[i] = false;
      if (at >= n) continue;
      const edge_entry e = in[at];
      atomic_store(&next_least[e.a], no_edge);
      atomic_store(&next_least[e.b], no_edge);
      if (least[e.a] != e.key && least[e.b] != e.key) continue;
      sets.unite(e.a, e.b);
      keep[i] = true;
      item[i] = static_cast<std::uint32_t>(e.key);
    }
    append<each_takes>(team, item, keep, forest);
  }
};

// Rounds until no edge joins two sets, in one launch. Counters take turns: one is read, the next one written, the third
// cleared.
template <class Exec> struct join_rounds {
  // Two edges a thread at a time, and registers for 48 warps a multiprocessor: the work is waiting for memory. Measured on a
  // road map of 60 million arcs: 7.5 ms; one edge 9.0, four 7.9, eight, or with all the registers they like, 12 to 14.
  static constexpr unsigned wide = 2, blocks_each = 6;
  disjoint_sets sets;
  std::uint64_t* least[2];
  edge_entry* list[2];
  std::uint32_t* count;  // three
  std::uint32_t room, *overflow;
  list_of<std::uint32_t> forest;
  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    using team = typename Exec::team;
    for (unsigned k = 0;; ++k) {
      const std::uint32_t n = atomic_load(&count[k % 3]);
      if (n > room && grid.first()) *overflow = 1;
      if (n == 0 || n > room) return;
      if (grid.first()) count[(k + 2) % 3] = 0;
      const std::size_t tiles = (std::size_t{n} + tile<team, wide> - 1) / tile<team, wide>;
      grid.template for_each_team<team>(
          tiles, join_least<wide>{list[k % 2], n, sets, least[k % 2], least[(k + 1) % 2], forest});
      grid.sync();
      grid.template for_each_team<team>(
          tiles,
          offer_edges<wide>{list[k % 2], n, sets, least[(k + 1) % 2], {list[(k + 1) % 2], &count[(k + 1) % 3], room}});
      grid.sync();
    }
  }
};

struct make_sets {
  disjoint_sets sets;
  std::uint64_t *least, *other;
  AMORPH_BODY void operator()(std::size_t v) const {
    sets.make(static_cast<std::uint32_t>(v));
    least[v] = other[v] = no_edge;
  }
};
// Every item at its representative; no minima.
struct flatten {
  disjoint_sets sets;
  std::uint64_t *least, *other;
  AMORPH_BODY void operator()(std::size_t v) const {
    least[v] = other[v] = no_edge;
    atomic_store(&sets.parent[v], sets.find(static_cast<std::uint32_t>(v)));
  }
};

struct sample_word {
  edge_order order;
  std::uint64_t step;
  std::uint32_t* out;
  AMORPH_BODY void operator()(std::size_t i) const { out[i] = order.word(i * step); }
};

}  // namespace amorph::mst
