// The steps of the two topology-driven strategies, which visit every arc in every round. Each tree has a representative
// vertex and finds its lightest outgoing edge. Trees then merge by pointer jumping, with one representative per cycle
// ("Morph Algorithms on GPUs", sections 5 and 6.5), or by colours that propagate until nothing changes (IIIT report,
// section VIII). How this differs: both papers detect cycles among the chosen edges; here the order of edges is total,
// so a cycle always consists of two trees that chose the same edge.
#pragma once

#include "solver/graph/mst/edges.hpp"

namespace amorph::mst {

struct offer_arc {
  edge_order order;
  const std::uint32_t* tree;
  std::uint64_t* lightest;
  // Returns whether the arc connects two trees.
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    if (!order.counts(from, to)) return false;
    const std::uint32_t a = tree[from], b = tree[to];
    if (a == b) return false;
    const std::uint64_t key = order.key(e);
    offer(lightest, a, key);
    offer(lightest, b, key);
    return true;
  }
};

// The tree at the other end of each tree's lightest edge, or the tree itself if it has none; the edge is added to the
// forest. Intended race, here and below: all threads that write `any` write 1, and it is read after the step.
struct choose_partner {
  const std::uint32_t *tree, *from, *to;
  const std::uint64_t* lightest;
  std::uint32_t *partner, *forest, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto self = static_cast<std::uint32_t>(v);
    partner[v] = self;
    if (tree[v] != self || lightest[v] == no_edge) return;
    const auto e = static_cast<std::uint32_t>(lightest[v]);
    const std::uint32_t a = tree[from[e]], b = tree[to[e]];
    partner[v] = a == self ? b : a;
    atomic_or(&forest[e / 32], 1u << e % 32);
    atomic_store(any, 1);
  }
};

// If two trees chose each other, the one of lower number represents both.
struct break_cycle {
  const std::uint32_t* partner;
  std::uint32_t* up;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t p = partner[v];
    up[v] = partner[p] == v && v < p ? static_cast<std::uint32_t>(v) : p;
  }
};
// Intended race: a pointer may change while it is read. Old and new value are ancestors in the same tree; the old one
// only makes the jump shorter, and another step follows if any pointer changed.
struct jump {
  std::uint32_t *up, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t p = atomic_load(&up[v]), q = atomic_load(&up[p]);
    if (p == q) return;
    atomic_store(&up[v], q);
    atomic_store(any, 1);
  }
};
struct start_colour {
  std::uint32_t* colour;
  AMORPH_BODY void operator()(std::size_t v) const { colour[v] = static_cast<std::uint32_t>(v); }
};
// Intended race: a colour may decrease while it is read. Colours only decrease, by atomic minimum; the thread that
// lowers one sets `any`, so another step follows. In the last step `any` stays 0, so no colour changed.
struct pass_colour {
  const std::uint32_t* partner;
  std::uint32_t *colour, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t p = partner[v], own = atomic_load(&colour[v]), other = atomic_load(&colour[p]);
    if (own == other) return;
    atomic_min(&colour[own < other ? p : v], own < other ? own : other);
    atomic_store(any, 1);
  }
};
struct rename {
  std::uint32_t* tree;
  const std::uint32_t* name;
  std::uint64_t* lightest;
  AMORPH_BODY void operator()(std::size_t v) const {
    tree[v] = name[tree[v]];
    lightest[v] = no_edge;
  }
};
struct in_forest {
  const std::uint32_t* forest;
  AMORPH_BODY bool operator()(std::size_t e) const { return (forest[e / 32] >> e % 32 & 1) != 0; }
};

}  // namespace amorph::mst
