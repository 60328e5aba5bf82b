// Visiting edges, with the sharing out of work as an argument.
//
//   for_each_edge(exec, graph, balance::edge, AMORPH_LAMBDA(std::uint32_t from, std::uint64_t edge, std::uint32_t to) {..});
//   advance(exec, graph, front, next, balance::warp,
//           AMORPH_LAMBDA(std::uint32_t, std::uint64_t, std::uint32_t to) { return claim(level, to, depth); });
//
// Every edge of every vertex of the frontier (or of the graph) is visited exactly once, in no order and concurrently; a
// vertex that stands in the frontier twice is visited twice. O(vertices + edges visited) work; `edge` and `donate` over a
// frontier add a scan of its vertices' degrees, 8 bytes each, which the frontier keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/operators/balance.hpp"
#include "amorph/kernels/operators/frontier.hpp"
#include "amorph/kernels/operators/insertion.hpp"
#include "amorph/kernels/operators/visit.hpp"

namespace amorph {

// f(from, edge, to) for each edge of the graph. Waits for nothing.
template <class Exec, class F> void for_each_edge(Exec& exec, const csr& graph, balance how, F f) {
  detail::visit_all(exec, graph, how, detail::just_visit<F>{f});
}

// The same for the edges of the frontier's vertices. `donate` on the device: a round trip, unless the frontier knows how
// many edges it has.
template <class Exec, class F>
void for_each_edge(Exec& exec, const csr& graph, const frontier<Exec>& front, balance how, F f) {
  detail::visit_listed(exec, graph, front, how, detail::just_visit<F>{f});
}

// The same, and `next` holds the `to` of each edge for which f was true. f says so at most as often as `next` has room
// (a vertex claimed once has one place), or error(internal) is thrown. Which vertices `next` holds is up to f; their
// order is up to chance, until it is sorted. `next` is another frontier. A round trip on the device.
template <class Exec, class F>
void advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance how, F f) {
  detail::visit_into(exec, graph, front, next, how, insertion::counter, f);
  how == balance::donate ? next.end_writing_and_count(graph) : next.end_writing();
}

// The same, and next.edges(graph) is known then: on the device without a further round trip.
template <class Exec, class F>
void advance_and_count(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance how,
                       F f) {
  detail::visit_into(exec, graph, front, next, how, insertion::counter, f);
  next.end_writing_and_count(graph);
}

// The same with another way of finding places in `next`; edges are shared out by edges, whatever the way. prefix_sum and
// scatter_gather keep the edges' order: the same list everywhere, if f says the same.
template <class Exec, class F>
void advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, insertion into, F f) {
  detail::visit_into(exec, graph, front, next, Exec::on_device ? balance::edge : balance::warp, into, f);
  const bool by_sums = into == insertion::prefix_sum || into == insertion::scatter_gather;  // they ask for the edges
  by_sums ? next.end_writing_and_count(graph) : next.end_writing();
}

// What such an advance over at most `edges` edges takes for a while, in bytes; none the others (queues, which frontiers have).
template <class Exec> constexpr std::uint64_t advance_scratch(insertion into, std::uint64_t edges) {
  const std::uint64_t tiles = detail::tiles(edges, detail::edge_tile<Exec>);
  if (into == insertion::prefix_sum) return tiles * (detail::edge_tile<Exec> * 4 + 4 + 8) + 8;
  return into == insertion::scatter_gather ? edges * 4 : 0;
}

// As advance(), but false, with `next` empty, when f was true more often than `next` has room: for an f that may be true
// more than once for a vertex.
template <class Exec, class F>
[[nodiscard]] bool try_advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next,
                               balance how, F f) {
  detail::visit_into(exec, graph, front, next, how, insertion::counter, f);
  return next.end_writing_within_room();
}

// `next` holds the vertices v of `front` with keep(v), in their order. A round trip on the device.
template <class Exec, class Keep>
void filter(Exec& exec, const frontier<Exec>& front, frontier<Exec>& next, Keep keep) {
  if (next.capacity() < front.size()) throw error(status::internal, "filter: the next frontier has too little room");
  std::uint64_t* count = next.begin_writing();
  select(exec, front.vertices(), keep, span<std::uint32_t>(next.data(), next.capacity()), count);
  next.end_writing();
}

}  // namespace amorph
