// The forest by transactions ("Efficient Transactional-Memory-based Implementation of Morph Algorithms on GPU", section 3.1):
// rounds of edge discovery, where each tree takes the minimum of what its vertices' rows offer, and of merging, where a
// transaction a tree joins it to the one at its edge's other end; then every vertex is brought to its tree's root by pointer
// doubling, and vertices whose arcs all lie within trees drop out.
//
// How it differs from the thesis: a transaction has two items, the roots at both ends of its edge. The way to them is followed
// outside: who is no root any more never becomes one again, so a pointer that has been followed cannot have led astray, and
// whether the ends of the way are roots still is read within the transaction. The lower root stays one. Of an edge's two
// arcs the one from its lower end counts; arcs are not struck out one by one, but vertices with none left are.
// A tree that another joined meanwhile still joins along its own edge: the order of edges is total, so that edge
// is in the forest, and the forest is the one that all strategies find, although nobody knows who merges first.
#pragma once

#include <cstdint>

#include "amorph/operators/advance.hpp"
#include "amorph/sync/transactions.hpp"
#include "trees.hpp"

namespace amorph::mst {

inline constexpr std::uint32_t no_arc = ~std::uint32_t{0};

// Intended race: all who write a vertex's round write the same, and it is read after the step.
struct discover {
  offer_arc offer;
  std::uint32_t *live, round;  // of a vertex: the last round in which an arc of it joined two trees
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    if (offer(from, e, to) && atomic_load(&live[from]) != round) atomic_store(&live[from], round);
  }
};
struct is_live {
  const std::uint32_t* live;
  std::uint32_t round;
  AMORPH_BODY bool operator()(std::size_t v) const { return live[v] == round; }
};

// A tree's transaction; vertices that are no roots, and trees without an edge, have nothing to do.
struct merge_along_least {
  disjoint_sets sets;
  const std::uint32_t *from, *to;
  const std::uint64_t* least;
  std::uint32_t* joined_by;  // the arc by which a root came below another

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t tree) const {
    if (least[tree] == no_edge) return false;
    const auto e = static_cast<std::uint32_t>(least[tree]);
    const std::uint32_t a = sets.find(from[e]), b = sets.find(to[e]);
    if (a == b) return false;  // the tree there chose the same edge
    const std::uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!tx.look(low) || !tx.open(high)) return false;
    if (tx.load(&sets.parent[low]) != low || tx.load(&sets.parent[high]) != high) return tx.retry();
    tx.store(&sets.parent[high], low);
    return tx.store(&joined_by[high], e);
  }
};
// Pointer doubling, some steps at once: nearly all vertices are at their root in one pass, and long chains shrink by each.
// Intended race: as in jump, whose pointers only go nearer to the root too.
struct climb {
  std::uint32_t *up, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t was = atomic_load(&up[v]);
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
struct has_joined {
  AMORPH_BODY bool operator()(std::uint32_t arc) const { return arc != no_arc; }
};

// parent: a forest of single vertices in the end of start(). from: arcs' origins. least: as many minima as vertices.
template <class Exec, contention how> class merging {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  merging(Exec& exec, std::uint32_t vertices)
      : exec_(exec),
        transactions_(exec, vertices, vertices),
        live_(exec, vertices),
        joined_by_(exec, vertices),
        front_(exec, vertices),
        next_(exec, vertices) {}

  // The forest's arcs are in joined_by() then: no_arc where a vertex is a root.
  transaction_statistics solve(const edge_order& order, const std::uint32_t* from, disjoint_sets sets,
                               span<std::uint64_t> least, std::uint32_t* any) {
    const csr& graph = order.graph;
    const std::uint32_t n = graph.vertices;
    transaction_statistics sum;
    exec_.for_each(n, start_colour{sets.parent});
    exec_.fill(joined_by_.span(), no_arc);
    exec_.fill(live_.span(), 0);
    for (std::uint32_t round = 1;; ++round) {
      exec_.fill(least, no_edge);
      const discover look{{order, sets.parent, least.data()}, live_.data(), round};
      const is_live stays{live_.data(), round};
      if (round == 1) {
        for_each_edge(exec_, graph, balance::warp, look);
        compact(exec_, n, stays, next_);
      } else {
        for_each_edge(exec_, graph, front_, balance::warp, look);
        filter(exec_, front_, next_, stays);
      }
      front_.swap(next_);
      if (front_.empty()) return sum;
      sum += transactions_.run(n, merge_along_least{sets, from, graph.to.data(), least.data(), joined_by_.data()});
      do {
        exec_.write(any, 0);
        exec_.for_each(n, climb{sets.parent, any});
      } while (exec_.read(any) != 0);
    }
  }
  [[nodiscard]] span<const std::uint32_t> joined_by() const { return joined_by_.span(); }

 private:
  Exec& exec_;
  transactions<Exec, how, 2> transactions_;
  buffer<std::uint32_t> live_, joined_by_;
  frontier<Exec> front_, next_;
};

}  // namespace amorph::mst
