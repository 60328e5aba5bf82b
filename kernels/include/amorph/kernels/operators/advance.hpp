// Operators over edges; the load-balance strategy is an argument (Gunrock: Wang et al., PPoPP 2016).
//
//  for_each_edge(exec, graph, balance::edge,
//          AMORPH_LAMBDA(std::uint32_t from, std::uint64_t edge, std::uint32_t to) { .. });
//  advance(exec, graph, front, next, balance::warp,
//          AMORPH_LAMBDA(std::uint32_t, std::uint64_t, std::uint32_t to) { return claim(level, to, depth); });
//
// Every edge of every vertex of the frontier (or of the graph) is visited exactly once, in no order and concurrently; a
// vertex that occurs twice in the frontier is visited twice. O(vertices + edges visited) work; `edge` and `donate` over
// a frontier add a scan of the degrees, 8 bytes per vertex, which the frontier keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/operators/balance.hpp"
#include "amorph/kernels/operators/frontier.hpp"
#include "amorph/kernels/operators/insertion.hpp"
#include "amorph/kernels/operators/visit.hpp"

namespace amorph {

// f(from, edge, to) for each edge of the graph. Asynchronous on a device.
template <class Exec, class F> void for_each_edge(Exec& exec, const csr& graph, balance strategy, F f) {
  detail::visit_all(exec, graph, strategy, detail::just_visit<F>{f});
}

// The same for the edges of the vertices of a frontier. `donate` on a device: one read-back, unless the number of edges
// is known.
template <class Exec, class F>
void for_each_edge(Exec& exec, const csr& graph, const frontier<Exec>& front, balance strategy, F f) {
  detail::visit_listed(exec, graph, front, strategy, detail::just_visit<F>{f});
}

// The same, and `next` becomes the list of `to` of all edges for which f returned true. Throws error(internal) if these
// exceed the capacity of `next` (if each vertex is claimed once, its number of vertices suffices). Which vertices
// `next` contains is up to f; their order is not deterministic until they are sorted. `next` is another frontier. One
// read-back.
template <class Exec, class F>
void advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance strategy, F f) {
  detail::visit_into(exec, graph, front, next, strategy, insertion::counter, f);
  strategy == balance::donate ? next.end_writing_and_count(graph) : next.end_writing();
}

// The same, and next.edges(graph) is known afterwards, without a further read-back.
template <class Exec, class F>
void advance_and_count(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next,
                       balance strategy, F f) {
  detail::visit_into(exec, graph, front, next, strategy, insertion::counter, f);
  next.end_writing_and_count(graph);
}

// The same with a given insertion strategy; edges are then balanced by edge, whatever the strategy. prefix_sum and
// scatter_gather keep the order of the edges: the list is deterministic if f is.
template <class Exec, class F>
void advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, insertion into, F f) {
  detail::visit_into(exec, graph, front, next, Exec::on_device ? balance::edge : balance::warp, into, f);
  const bool by_sums =
      into == insertion::prefix_sum || into == insertion::scatter_gather;  // they need the number of edges
  by_sums ? next.end_writing_and_count(graph) : next.end_writing();
}

// The temporary memory of such an advance over at most `edges` edges, in bytes; 0 for the other strategies, whose
// queues belong to the frontier.
template <class Exec> constexpr std::uint64_t advance_scratch(insertion into, std::uint64_t edges) {
  const std::uint64_t tiles = detail::tiles(edges, detail::edge_tile<Exec>);
  if (into == insertion::prefix_sum) return tiles * (detail::edge_tile<Exec> * 4 + 4 + 8) + 8;
  return into == insertion::scatter_gather ? edges * 4 : 0;
}

// As advance(), but returns false, with `next` empty, if f was true more often than `next` has capacity: for an f that
// may be true several times per vertex.
template <class Exec, class F>
[[nodiscard]] bool try_advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next,
                               balance strategy, F f) {
  detail::visit_into(exec, graph, front, next, strategy, insertion::counter, f);
  return next.try_end_writing();
}

// `next` becomes the list of the vertices v of `front` with keep(v), in their order. One read-back.
template <class Exec, class Keep>
void filter(Exec& exec, const frontier<Exec>& front, frontier<Exec>& next, Keep keep) {
  if (next.capacity() < front.size())
    throw error(status::internal, "filter: the capacity of the next frontier is too small");
  std::uint64_t* count = next.begin_writing();
  select(exec, front.vertices(), keep, span<std::uint32_t>(next.data(), next.capacity()), count);
  next.end_writing();
}

}  // namespace amorph
