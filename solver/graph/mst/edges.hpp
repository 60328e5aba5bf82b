// The edge-centric steps: a list of edges, each with the sets of its ends and a key that orders all edges. (After
// Fallin, Gonzalez, Seo, Burtscher, "A High-Performance MST Implementation for GPUs", SC 2023. How it differs: the list
// is built in tiles with one addition to its counter each, two arrays of minima alternate so that none needs a pass to
// be reset, and the threshold of the filter comes from a sorted sample.)
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
  std::uint64_t key;  // the weight, as a word that sorts as weights do, above the arc's index
};

// The edges of the graph, and their order.
struct edge_order {
  csr graph;
  const std::uint32_t* weight;  // as words that sort as weights do, or null: all are equal
  bool undirected;              // of the two arcs of an edge, the one from its lower end is used
  AMORPH_BODY bool counts(std::uint32_t from, std::uint32_t to) const { return undirected ? from < to : from != to; }
  AMORPH_BODY std::uint32_t word(std::uint64_t e) const { return weight != nullptr ? weight[e] : 0; }
  AMORPH_BODY std::uint64_t key(std::uint64_t e) const { return std::uint64_t{word(e)} << 32 | e; }
};

// The number of edges that a member of a team processes at a time: `wide` on the device, where one at a time uses all
// threads for short lists, and several relieve the list's counter for long ones.
template <class Team, unsigned wide> inline constexpr unsigned each = Team::size() == 1 ? 256 : wide;
template <class Team, unsigned wide> inline constexpr unsigned tile = each<Team, wide> * Team::size();

// A list in an executor's memory. Appends beyond the capacity are counted and dropped, which shows the overflow.
template <class T> struct list_of {
  T* item;
  std::uint32_t* count;
  std::uint32_t capacity;
};

// Appends the members' item[i] with keep[i], with one addition to the counter.
template <unsigned n, class Team, class T>
AMORPH_BODY void append(Team team, const T* item, const bool* keep, const list_of<T>& out) {
  std::uint32_t kept = 0, all = 0;
  AMORPH_UNROLL
  for (unsigned i = 0; i != n; ++i) kept += keep[i] ? 1 : 0;
  std::uint32_t at = team.exclusive_scan(kept, all);
  if (all == 0) return;
  std::uint32_t base = 0;
  if (team.rank() == 0) base = atomic_add(out.count, all);
  at += team.broadcast(base);
  AMORPH_UNROLL
  for (unsigned i = 0; i != n; ++i)
    if (keep[i] && at < out.capacity) out.item[at++] = item[i];
}

// The load before the atomic operation avoids most of these: few edges of a large tree are lighter than all before.
// Intended race: the minimum that is read may fall meanwhile; it was too high then, so no edge is missed.
AMORPH_BODY inline void offer(std::uint64_t* lightest, std::uint32_t set, std::uint64_t key) {
  if (key < atomic_load(&lightest[set])) atomic_min(&lightest[set], key);
}

// From the graph: the edges whose weight is in [low, high] and whose ends are in different sets.
struct gather_edges {
  edge_order order;
  disjoint_sets sets;
  bool first;  // every vertex is a set of its own
  std::uint32_t low, high;
  std::uint64_t* lightest;
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
      offer(lightest, a, item[i].key);
      offer(lightest, b, item[i].key);
    }
    append<n>(team, item, keep, out);
  }
  // The vertex in [low, high) that has arc e.
  AMORPH_BODY std::uint32_t row_of(std::uint64_t e, std::uint32_t low, std::uint32_t high) const {
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (order.graph.begin[middle] <= e ? low : high) = middle;
    }
    return low;
  }
};

// From the list of the last round: the edges that still connect two sets, offered to both.
template <unsigned wide> struct offer_edges {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  std::uint64_t* lightest;
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
      offer(lightest, item[i].a, item[i].key);
      offer(lightest, item[i].b, item[i].key);
    }
    append<each_takes>(team, item, keep, out);
  }
};

// The lightest edge of a set joins the forest and merges two sets. The order of keys is total, so no cycle is closed.
// Also clears the minima of the next round, whose sets are among these. Intended race: all threads that clear a minimum
// write the same word.
template <unsigned wide> struct join_lightest {
  const edge_entry* in;
  std::uint32_t n;
  disjoint_sets sets;
  const std::uint64_t* lightest;
  std::uint64_t* next_lightest;
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
      atomic_store(&next_lightest[e.a], no_edge);
      atomic_store(&next_lightest[e.b], no_edge);
      if (lightest[e.a] != e.key && lightest[e.b] != e.key) continue;
      sets.unite(e.a, e.b);
      keep[i] = true;
      item[i] = static_cast<std::uint32_t>(e.key);
    }
    append<each_takes>(team, item, keep, forest);
  }
};

// Rounds until no edge connects two sets, in one launch. Of three counters one is read, the next one written, the third
// cleared.
template <class Exec> struct join_rounds {
  // Two edges per thread at a time, and registers for 48 warps per multiprocessor, since the work is bound by memory
  // latency. Measured on a road network of 60 million arcs: 7.5 ms; one edge 9.0, four 7.9, eight, or without the
  // limit, 12 to 14.
  static constexpr unsigned wide = 2, blocks_each = 6;
  disjoint_sets sets;
  std::uint64_t* lightest[2];
  edge_entry* list[2];
  std::uint32_t* count;  // three
  std::uint32_t capacity, *overflow;
  list_of<std::uint32_t> forest;
  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    using team = typename Exec::team;
    for (unsigned k = 0;; ++k) {
      const std::uint32_t n = atomic_load(&count[k % 3]);
      if (n > capacity && grid.first()) *overflow = 1;
      if (n == 0 || n > capacity) return;
      grid.report("round", k + std::uint64_t{1});
      if (grid.first()) count[(k + 2) % 3] = 0;
      const std::size_t tiles = (std::size_t{n} + tile<team, wide> - 1) / tile<team, wide>;
      grid.template for_each_team<team>(
          tiles, join_lightest<wide>{list[k % 2], n, sets, lightest[k % 2], lightest[(k + 1) % 2], forest});
      grid.sync();
      grid.template for_each_team<team>(
          tiles, offer_edges<wide>{
                     list[k % 2], n, sets, lightest[(k + 1) % 2], {list[(k + 1) % 2], &count[(k + 1) % 3], capacity}});
      grid.sync();
    }
  }
};

struct make_sets {
  disjoint_sets sets;
  std::uint64_t *lightest, *other;
  AMORPH_BODY void operator()(std::size_t v) const {
    sets.make(static_cast<std::uint32_t>(v));
    lightest[v] = other[v] = no_edge;
  }
};
// Every item points to its representative; no minima.
struct flatten {
  disjoint_sets sets;
  std::uint64_t *lightest, *other;
  AMORPH_BODY void operator()(std::size_t v) const {
    lightest[v] = other[v] = no_edge;
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
