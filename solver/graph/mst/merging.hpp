// The forest by transactions ("Efficient Transactional-Memory-based Implementation of Morph Algorithms on GPU", section
// 3.1): rounds of edge discovery, in which each tree takes the lightest of its vertices' edges, and of merging, in
// which one transaction per tree joins it to the tree at the other end of its edge; then pointer doubling updates the
// roots of these trees. Vertices whose arcs are all within trees are dropped, and so are roots that were merged and
// trees without outgoing arcs: the cost of a round is proportional to the rest. A vertex finds its root when one of its
// arcs is visited.
//
// How it differs from the thesis: a transaction has two items, the roots at both ends of its edge. The paths to them
// are followed outside: a vertex that is not a root never becomes one again, so a pointer that was followed was valid,
// and the transaction reads whether both ends are still roots. The lower root remains one. Of the two arcs of an edge
// the one from its lower end is used; arcs are not removed one by one, but vertices without remaining arcs are. A tree
// that another one joined meanwhile still joins along its own edge: the order of edges is total, so that edge is in the
// forest, and the forest is the same as that of all strategies, although the order of merges depends on timing.
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/sync/transactions.hpp"
#include "solver/graph/mst/trees.hpp"

namespace amorph::mst {

inline constexpr std::uint32_t no_arc = ~std::uint32_t{0};

// Intended races: all threads that write a vertex's round write the same, and it is read after the step; finding a root
// shortens the path to it, and no root changes here.
struct discover {
  edge_order order;
  disjoint_sets sets;
  std::uint64_t* lightest;
  std::uint32_t *live, round;  // per vertex: the last round in which one of its arcs connected two trees
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    if (!order.counts(from, to)) return;
    if (atomic_load(&sets.parent[from]) == atomic_load(&sets.parent[to])) return;  // most arcs of large trees
    const std::uint32_t a = sets.find(from), b = sets.find(to);
    if (a == b) return;
    const std::uint64_t key = order.key(e);
    offer(lightest, a, key);
    offer(lightest, b, key);
    if (atomic_load(&live[from]) != round) atomic_store(&live[from], round);
  }
};
struct is_live {
  const std::uint32_t* live;
  std::uint32_t round;
  AMORPH_BODY bool operator()(std::size_t v) const { return live[v] == round; }
};

struct has_edge {
  const std::uint64_t* lightest;
  AMORPH_BODY bool operator()(std::size_t tree) const { return lightest[tree] != no_edge; }
};

// The transaction of a tree that has an edge.
struct merge_along_lightest {
  disjoint_sets sets;
  const std::uint32_t *from, *to, *trees;
  const std::uint64_t* lightest;
  std::uint32_t* joined_by;  // the arc by which a root was merged into another

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t task) const {
    const auto e = static_cast<std::uint32_t>(lightest[trees[task]]);
    const std::uint32_t a = sets.find(from[e]), b = sets.find(to[e]);
    if (a == b) return false;  // the tree there chose the same edge
    const std::uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!tx.open_read(low) || !tx.open(high)) return false;
    if (tx.load(&sets.parent[low]) != low || tx.load(&sets.parent[high]) != high) return tx.retry();
    tx.store(&sets.parent[high], low);
    return tx.store(&joined_by[high], e);
  }
};
// Pointer doubling, several steps at a time: almost all pointers reach their root in one pass, and long chains shrink
// in each. Intended race: as in jump, pointers only move towards the root.
struct climb {
  const std::uint32_t* trees;
  std::uint32_t *up, *any;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = trees[i], was = atomic_load(&up[v]);
    std::uint32_t p = was;
    for (unsigned step = 0;; ++step) {
      const std::uint32_t q = atomic_load(&up[p]);
      if (q == p) break;
      p = q;
      if (step == 8) {
        atomic_store(any, 1);
        break;
      }
    }
    if (p != was) atomic_store(&up[v], p);
  }
};
struct forget_edge {
  const std::uint32_t* trees;
  std::uint64_t* lightest;
  AMORPH_BODY void operator()(std::size_t i) const { lightest[trees[i]] = no_edge; }
};
struct has_joined {
  AMORPH_BODY bool operator()(std::uint32_t arc) const { return arc != no_arc; }
};

// parent: single vertices after start(). from: sources of arcs. lightest: a minimum per vertex.
template <class Exec, contention policy> class merging {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  merging(Exec& exec, std::uint32_t vertices)
      : exec_(exec),
        transactions_(exec, vertices, vertices),
        live_(exec, vertices),
        joined_by_(exec, vertices),
        trees_(exec, vertices),
        front_(exec, vertices),
        next_(exec, vertices) {}

  // Afterwards the arcs of the forest are in joined_by(); no_arc for roots.
  transaction_statistics solve(const edge_order& order, const std::uint32_t* from, disjoint_sets sets,
                               span<std::uint64_t> lightest, std::uint32_t* any) {
    const csr& graph = order.graph;
    const std::uint32_t n = graph.vertices;
    transaction_statistics sum;
    exec_.for_each(n, start_colour{sets.parent});
    exec_.fill(joined_by_.span(), no_arc);
    exec_.fill(live_.span(), 0);
    exec_.fill(lightest, no_edge);
    for (std::uint32_t round = 1;; ++round) {
      exec_.report("round", round);
      const discover find_lightest{order, sets, lightest.data(), live_.data(), round};
      const is_live stays{live_.data(), round};
      const has_edge has_outgoing{lightest.data()};
      if (round == 1) {
        for_each_edge(exec_, graph, balance::warp, find_lightest);
        compact(exec_, n, stays, front_);
        compact(exec_, n, has_outgoing, trees_);
      } else {
        for_each_edge(exec_, graph, front_, balance::warp, find_lightest);
        filter(exec_, front_, next_, stays);
        front_.swap(next_);
        filter(exec_, trees_, next_, has_outgoing);
        trees_.swap(next_);
      }
      if (trees_.empty()) return sum;
      const std::uint32_t* trees = trees_.data();
      sum += transactions_.run(
          static_cast<std::uint32_t>(trees_.size()),
          merge_along_lightest{sets, from, graph.to.data(), trees, lightest.data(), joined_by_.data()});
      exec_.for_each(trees_.size(), forget_edge{trees, lightest.data()});
      do {
        exec_.write(any, 0);
        exec_.for_each(trees_.size(), climb{trees, sets.parent, any});
      } while (exec_.read(any) != 0);
    }
  }
  [[nodiscard]] span<const std::uint32_t> joined_by() const { return joined_by_.span(); }

 private:
  Exec& exec_;
  transactions<Exec, policy, 2> transactions_;
  buffer<std::uint32_t> live_, joined_by_;
  frontier<Exec> trees_, front_, next_;  // roots whose trees have an edge; vertices an arc of which joins two trees
};

}  // namespace amorph::mst
