// Matching by transactions, as an alternative to the handshakes of match.hpp with the same contract: each unmatched
// vertex finds its preferred neighbour by the same rule, a team per adjacency list, and asks for it in a transaction
// of two items, itself and that neighbour ("Efficient Transactional-Memory-based Implementation of Morph Algorithms
// on GPU", section 4.4.2). If neither is matched at that moment they are matched; otherwise the vertex stays
// unmatched, and two-hop matching follows if many do.
//
// A handshake takes an edge that is best at both ends, a transaction one that is best at one end. So a round matches
// far more, and it is the only one. Further rounds would match across long edges: with three more rounds, cuts of
// random geometric graphs were 1 to 8% larger than by handshakes; without, between 5% smaller and 3% larger. Threads
// race for a neighbour, so the matching differs from run to run. A vertex of more than four times the weight of its
// preferred neighbour waits to be asked: otherwise the few heavy vertices would take the light ones before these find
// each other.
//
// Difference from the thesis: candidates are unmatched vertices (there any neighbour), rated as in match.hpp.
#pragma once

#include "amorph/kernels/sync/transactions.hpp"
#include "partitioner/coarsening/match.hpp"

namespace amorph::partition {

// Task i: the i-th vertex of the list and its preferred neighbour. Matches are final, so a matched vertex needs no
// transaction.
struct match_pair {
  graph_view graph;
  const uint32_t* list;  // or null: all
  const uint32_t* preference;
  uint32_t* mate;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, uint32_t i) const {
    const uint32_t v = list != nullptr ? list[i] : i, u = preference[v];
    if (u == none) return false;
    if (graph.weight(v) > 4 * int64_t{graph.weight(u)} && preference[u] != v)
      return false;  // the light one has a better preference
    if (atomic_load(&mate[v]) != none || atomic_load(&mate[u]) != none) return false;
    if (!tx.open(v, u) || tx.load(&mate[v]) != none || tx.load(&mate[u]) != none) return false;
    return tx.store(&mate[v], u) && tx.store(&mate[u], v);
  }
};

// mate[v]: v's partner, or none. O(n + m) expected work; the matching differs from run to run. Adds to `statistics`.
// On a device, a few read-backs per round.
template <class Exec>
void match_by_transactions(Exec& exec, const graph_view& graph, uint64_t arcs, match_rule rule, bool two_hop,
                           span<uint32_t> mate, transaction_statistics& statistics) {
  transactions<Exec, contention::priority, 2> pairs(exec, graph.vertices, graph.vertices);
  match_in_rounds(exec, graph, arcs, rule, 1, two_hop, mate,
                  [&](const uint32_t* list, size_t count, const uint32_t* preference) {
                    const transaction_statistics found =
                        pairs.run(static_cast<uint32_t>(count), match_pair{graph, list, preference, mate.data()});
                    if (found.items != 0 || found.no_ops != 0 || found.all_aborts() != 0)
                      statistics += found;  // some vertex had a preference
                  });
}

}  // namespace amorph::partition
