// The steps of the two strategies that visit every arc in every round: trees (each named by one of its vertices) find
// their lightest edge, and merge either along pointers with one representative per cycle ("Morph Algorithms on GPUs",
// sections 5 and 6.5) or as colours that propagate until nothing changes (IIIT report, section VIII). Both papers
// detect cycles among the chosen edges; here the order of edges is total, so a cycle is always two trees that chose the
// same edge.
#pragma once

#include "solver/graph/mst/edges.hpp"

namespace amorph::mst {

struct offer_arc {
  edge_order order;
  const std::uint32_t* tree;
  std::uint64_t* least;
  // Whether it connects two trees.
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    if (!order.counts(from, to)) return false;
    const std::uint32_t a = tree[from], b = tree[to];
    if (a == b) return false;
    const std::uint64_t key = order.key(e);
    offer(least, a, key);
    offer(least, b, key);
    return true;
  }
};

// The tree at the other end of each tree's lightest edge, or itself if it has none; the edge joins the forest. Intended
// race, here and below: all threads that set `any` set it to the same 1, and it is read after the step.
struct choose_partner {
  const std::uint32_t *tree, *from, *to;
  const std::uint64_t* least;
  std::uint32_t *partner, *forest, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto mine = static_cast<std::uint32_t>(v);
    partner[v] = mine;
    if (tree[v] != mine || least[v] == no_edge) return;
    const auto e = static_cast<std::uint32_t>(least[v]);
    const std::uint32_t a = tree[from[e]], b = tree[to[e]];
    partner[v] = a == mine ? b : a;
    atomic_or(&forest[e / 32], 1u << e % 32);
    atomic_store(any, 1);
  }
};

// Of two trees that chose each other the lower one represents both.
struct break_cycle {
  const std::uint32_t* partner;
  std::uint32_t* up;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t p = partner[v];
    up[v] = partner[p] == v && v < p ? static_cast<std::uint32_t>(v) : p;
  }
};
// Intended race: a vertex may read a pointer that changes meanwhile. Both values are ancestors in the same tree, the
// older one only shortens the jump, and another step follows as long as any pointer changed.
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
// Intended race: a colour that is read may fall meanwhile. Colours only fall, by atomic minima; the thread that lowered
// it has set `any`, so another step follows, and in the last step, which does not set it, no colour fell.
struct pass_colour {
  const std::uint32_t* partner;
  std::uint32_t *colour, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t p = partner[v], mine = atomic_load(&colour[v]), theirs = atomic_load(&colour[p]);
    if (mine == theirs) return;
    atomic_min(&colour[mine < theirs ? p : v], mine < theirs ? mine : theirs);
    atomic_store(any, 1);
  }
};
struct rename {
  std::uint32_t* tree;
  const std::uint32_t* name;
  std::uint64_t* least;
  AMORPH_BODY void operator()(std::size_t v) const {
    tree[v] = name[tree[v]];
    least[v] = no_edge;
  }
};
struct in_forest {
  const std::uint32_t* forest;
  AMORPH_BODY bool operator()(std::size_t e) const { return (forest[e / 32] >> e % 32 & 1) != 0; }
};

}  // namespace amorph::mst
