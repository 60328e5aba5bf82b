// Matching by transactions, in place of the handshakes of match.hpp and for the same contract: each vertex that has no mate
// finds the best free neighbour by the same rule, a team to a row, and asks for it in a transaction of two items, itself
// and that neighbour ("Efficient Transactional-Memory-based Implementation of Morph Algorithms on GPU", section 4.4.2).
// Where neither has a mate at that one moment they become mates; else it stays single, and is paired over two hops where many do.
//
// A handshake takes an edge that is best at both its ends, a transaction one that is best at one of them: a round pairs far
// more, and it is the only one. What further rounds would pair, with what others left, are long edges: with three more the
// cuts of random geometric graphs were 1 to 8% larger than by handshakes, with none between 5% smaller and 3% larger. Which
// of two that want one neighbour gets it is up to chance, and so is the matching. Who weighs over four times as much as the
// one it wishes for waits to be asked: else the few heavy ones would have the light ones before these find each other.
//
// How it differs from the thesis: candidates are free vertices (there any neighbour), rated as in match.hpp.
#pragma once

#include "amorph/kernels/sync/transactions.hpp"
#include "partitioner/multilevel/coarsening/match.hpp"

namespace amorph::partition {

// Task i: the i-th vertex of the list and the neighbour that it wishes for. A mate, once found, stays, so whoever has one is
// passed by without a transaction.
struct marry {
  graph_view graph;
  const uint32_t* list;  // or null: all
  const uint32_t* wish;
  uint32_t* mate;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, uint32_t i) const {
    const uint32_t v = list != nullptr ? list[i] : i, u = wish[v];
    if (u == none) return false;
    if (graph.weight(v) > 4 * int64_t{graph.weight(u)} && wish[u] != v)
      return false;  // the light one has a better wish
    if (atomic_load(&mate[v]) != none || atomic_load(&mate[u]) != none) return false;
    if (!tx.open(v, u) || tx.load(&mate[v]) != none || tx.load(&mate[u]) != none) return false;
    return tx.store(&mate[v], u) && tx.store(&mate[u], v);
  }
};

// mate[v]: v's partner, or none. O(n + m) expected work; another matching each time. Adds to `statistics`. On a device a few
// round trips a round.
template <class Exec>
void match_by_transactions(Exec& exec, const graph_view& graph, match_rule rule, bool two_hop, span<uint32_t> mate,
                           transaction_statistics& statistics) {
  transactions<Exec, contention::priority, 2> pairs(exec, graph.vertices, graph.vertices);
  match_in_rounds(exec, graph, rule, 1, two_hop, mate, [&](const uint32_t* list, size_t count, const uint32_t* wish) {
    const transaction_statistics found = pairs.run(static_cast<uint32_t>(count), marry{graph, list, wish, mate.data()});
    if (found.items != 0 || found.idle != 0 || found.all_aborts() != 0) statistics += found;  // any has wished
  });
}

}  // namespace amorph::partition
