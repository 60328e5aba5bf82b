// The edge-centric steps of the forest: edges in a list, each with the sets of its ends and a key that orders all edges.
// (After Fallin, Gonzalez, Seo, Burtscher, "A High-Performance MST Implementation for GPUs", SC 2023. How it differs: the
// list is made in tiles with one addition to its counter each, two arrays of minima take turns so that none is reset in a
// pass of its own, and the threshold of the filter comes from a sorted sample.)
#pragma once

#include <cstdint>

#include "amorph/graph/csr.hpp"
#include "amorph/sync/disjoint_sets.hpp"
#include "amorph/team.hpp"

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

inline constexpr unsigned tile = 256;  // edges that a team takes at a time
template <class Team> inline constexpr unsigned each = tile / Team::size();

// Appends what the members hold: each item[i] with keep[i]; one addition to the counter for all.
template <class Team, class T>
AMORPH_BODY void append(Team team, const T* item, const bool* keep, T* out, std::uint32_t* count) {
  std::uint32_t mine = 0, all = 0;
  AMORPH_UNROLL
  for (unsigned i = 0; i != each<Team>; ++i) mine += keep[i] ? 1 : 0;
  std::uint32_t at = team.exclusive_scan(mine, all);
  if (all == 0) return;
  std::uint32_t base = 0;
  if (team.rank() == 0) base = atomic_add(count, all);
  at += team.broadcast(base);
  AMORPH_UNROLL
  for (unsigned i = 0; i != each<Team>; ++i)
    if (keep[i]) out[at++] = item[i];
}

// The read before the atomic spares most atomics: of the edges at a large tree few are lighter than all before.
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
  edge_entry* out;
  std::uint32_t* count;

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const csr& g = order.graph;
    const std::uint64_t begin = t * tile, end = g.edges() - begin < tile ? g.edges() : begin + tile;
    const std::uint32_t low_row = row_of(begin, 0, g.vertices), high_row = row_of(end - 1, low_row, g.vertices) + 1;
    edge_entry item[each<Team>];
    bool keep[each<Team>];
    std::uint32_t row = low_row;
    AMORPH_UNROLL
    for (unsigned i = 0; i != each<Team>; ++i) {
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
    append(team, item, keep, out, count);
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
struct offer_edges {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  std::uint64_t* least;
  edge_entry* out;
  std::uint32_t* count;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    edge_entry item[each<Team>];
    bool keep[each<Team>];
    AMORPH_UNROLL
    for (unsigned i = 0; i != each<Team>; ++i) {
      const std::size_t at = t * tile + i * Team::size() + team.rank();
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
    append(team, item, keep, out, count);
  }
};

// The edges that are the least of a set join the sets: they are the forest's. The order of keys is total, so they close no
// cycle. The next round's minima are cleared on the way: its sets are among these.
struct join_least {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  const std::uint64_t* least;
  std::uint64_t* next_least;
  std::uint32_t* forest;
  std::uint32_t* count;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    std::uint32_t item[each<Team>];
    bool keep[each<Team>];
    AMORPH_UNROLL
    for (unsigned i = 0; i != each<Team>; ++i) {
      const std::size_t at = t * tile + i * Team::size() + team.rank();
      keep[i] = false;
      if (at >= n) continue;
      const edge_entry e = in[at];
      atomic_store(&next_least[e.a], no_edge);
      atomic_store(&next_least[e.b], no_edge);
      if (least[e.a] != e.key && least[e.b] != e.key) continue;
      sets.join(e.a, e.b);
      keep[i] = true;
      item[i] = static_cast<std::uint32_t>(e.key);
    }
    append(team, item, keep, forest, count);
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
