// Neighbour-reduce: combines a value of every edge over each vertex's row (Gunrock; Wang et al., PPoPP 2016).
//
//   neighbor_reducer<Exec, double> reducer(exec, graph);                      // once per graph
//   reducer(AMORPH_LAMBDA(std::uint32_t v, std::uint64_t e, std::uint32_t u) { return rank[u] * weight[e]; },
//           AMORPH_LAMBDA(std::uint32_t v, double sum) { next[v] = sum; });
//
// Order. A row of at most 16 edges is combined from left to right, by one thread. A longer one is cut into chunks of
// 2048 edges; a team combines a chunk, lane r taking edges r, r + 32, ..., and then the lanes by halving; the chunks'
// values are combined in the same way. The order depends on the row's length alone, so that floating-point results are
// the same to the bit on every backend and number of threads. `op` is associative and commutative; for floating-point
// values it need not be either.
//
// Load balance, which the cuts provide: one thread per short row, one warp per chunk of the others. O(vertices + edges)
// work; long rows are found once, when the reducer is made. Rows that need no value can be skipped.
//
// How it differs from Gunrock: the result goes to store(v, value) and not into an array, the order is fixed, and there
// is no variant over a frontier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/primitives/detail/blocked.hpp"
#include "amorph/kernels/primitives/functions.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"

namespace amorph {

namespace detail {

inline constexpr std::uint64_t serial_row = 16, row_chunk = 2048;

struct skip_none {
  AMORPH_BODY bool operator()(std::uint32_t) const { return false; }
};

constexpr AMORPH_HD std::uint64_t chunks_of(std::uint64_t degree) { return (degree + row_chunk - 1) / row_chunk; }

struct is_long_row {
  const std::uint64_t* begin;
  AMORPH_BODY bool operator()(std::size_t v) const { return begin[v + 1] - begin[v] > row_chunk; }
};
struct chunks_of_long_row {
  csr graph;
  const std::uint32_t* rows;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return chunks_of(graph.degree(rows[i])); }
};
struct list_chunks {
  const std::uint64_t* first;
  std::uint32_t* row;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::uint64_t c = first[i]; c != first[i + 1]; ++c) row[c] = static_cast<std::uint32_t>(i);
  }
};

// The edges begin .. begin + length - 1 of v's row, length at least 1, for the member of rank 0.
template <class T, class Team, class F, class Op>
AMORPH_BODY T combine_edges(Team team, const csr& graph, std::uint32_t v, std::uint64_t begin, std::uint64_t length,
                            const F& f, const Op& op) {
  return combine_lanes<T>(
      team, length, [&](std::uint64_t i) { return static_cast<T>(f(v, begin + i, graph.to[begin + i])); }, op);
}

// Rows of one chunk at most; a tile is 32 vertices.
template <class T, class F, class Op, class Store, class Skip> struct reduce_rows {
  static constexpr std::size_t tile = 32;
  csr graph;
  F f;
  T init;
  Op op;
  Store store;
  Skip skip;

  AMORPH_BODY T serial(std::uint32_t v, std::uint64_t begin, std::uint64_t end) const {
    T sum = static_cast<T>(f(v, begin, graph.to[begin]));
    for (std::uint64_t e = begin + 1; e != end; ++e) sum = op(sum, static_cast<T>(f(v, e, graph.to[e])));
    return sum;
  }
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    for (std::size_t base = t * tile; base < (t + 1) * tile && base < graph.vertices; base += Team::size()) {
      const std::size_t place = base + team.rank();
      const bool inside = place < graph.vertices;
      const auto v = static_cast<std::uint32_t>(inside ? place : 0);
      const std::uint64_t begin = graph.begin[v], degree = inside && !skip(v) ? graph.degree(v) : 0;
      if (inside && degree <= serial_row) store(v, degree == 0 ? init : op(init, serial(v, begin, begin + degree)));
      for (std::uint32_t rows = team.ballot(degree > serial_row && degree <= row_chunk); rows != 0; rows &= rows - 1) {
        const unsigned owner = lowest_bit(rows);
        const std::uint32_t row = team.broadcast(v, owner);
        const T sum =
            combine_edges<T>(team, graph, row, team.broadcast(begin, owner), team.broadcast(degree, owner), f, op);
        if (team.rank() == 0) store(row, op(init, sum));
      }
    }
  }
};
template <class T, class F, class Op, class Skip> struct reduce_chunks {
  csr graph;
  const std::uint32_t *rows, *row_of;
  const std::uint64_t* first;
  F f;
  Op op;
  Skip skip;
  T* sums;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t c) const {
    const std::uint32_t i = row_of[c], v = rows[i];
    if (skip(v)) return;
    const std::uint64_t offset = (c - first[i]) * row_chunk, rest = graph.degree(v) - offset;
    const T sum = combine_edges<T>(team, graph, v, graph.begin[v] + offset, rest < row_chunk ? rest : row_chunk, f, op);
    if (team.rank() == 0) sums[c] = sum;
  }
};
template <class T, class Op, class Store, class Skip> struct combine_chunks {
  const std::uint32_t* rows;
  const std::uint64_t* first;
  const T* sums;
  T init;
  Op op;
  Store store;
  Skip skip;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    if (skip(rows[i])) return;  // reduce_rows has stored it, as a row without edges
    const T* values = sums + first[i];
    const T sum = combine_lanes<T>(team, first[i + 1] - first[i], [&](std::uint64_t c) { return values[c]; }, op);
    if (team.rank() == 0) store(rows[i], op(init, sum));
  }
};

}  // namespace detail

// For one graph, which outlives this object, and any number of reductions in T, an arithmetic type.
template <class Exec, class T> class neighbor_reducer {
  static_assert(std::is_arithmetic_v<T>);
  template <class U> using buffer = typename Exec::template buffer<U>;

 public:
  // O(vertices); two read-backs. Scratch: up to edges / 1024 values and edges / 128 bytes.
  neighbor_reducer(Exec& exec, const csr& graph) : exec_(&exec), graph_(graph), rows_(exec), first_(exec) {
    // At most edges / 2048 rows are long, which also bounds the list.
    rows_.resize_discard(std::min<std::uint64_t>(graph.vertices, graph.edges() / detail::row_chunk));
    if (rows_.empty()) return;
    rows_.resize_discard(select_indices(exec, graph.vertices, detail::is_long_row{graph.begin.data()}, rows_.span()));
    if (rows_.empty()) return;
    first_.resize_discard(rows_.size() + 1);
    offsets_of(exec, rows_.size(), detail::chunks_of_long_row{graph, rows_.data()}, first_.span());
    const std::uint64_t chunks = exec.read(first_.data() + rows_.size());
    row_of_ = buffer<std::uint32_t>(exec, chunks);
    sums_ = buffer<T>(exec, chunks);
    exec.for_each(rows_.size(), detail::list_chunks{first_.data(), row_of_.data()});
  }

  // store(v, init op f(v, e, u) op ...) for each vertex v, over the edges e of its row and their neighbours u; store(v,
  // init) for an empty row, and for a row with skip(v), which is not read. f may be called more than once per edge.
  // skip(v) does not depend on what is stored. Asynchronous on a device.
  template <class F, class Store, class Op = plus<T>, class Skip = detail::skip_none>
  void operator()(F f, Store store, T init = {}, Op op = {}, Skip skip = {}) {
    using rows = detail::reduce_rows<T, F, Op, Store, Skip>;
    exec_->for_each_team((graph_.vertices + rows::tile - 1) / rows::tile, rows{graph_, f, init, op, store, skip});
    if (rows_.empty()) return;
    exec_->for_each_team(row_of_.size(),
                         detail::reduce_chunks<T, F, Op, Skip>{graph_, rows_.data(), row_of_.data(), first_.data(), f,
                                                               op, skip, sums_.data()});
    exec_->for_each_team(rows_.size(), detail::combine_chunks<T, Op, Store, Skip>{rows_.data(), first_.data(),
                                                                                  sums_.data(), init, op, store, skip});
  }

 private:
  Exec* exec_;
  csr graph_;
  buffer<std::uint32_t> rows_, row_of_;  // the long rows; the number in it of each chunk's row
  buffer<std::uint64_t> first_;          // the first chunk of each long row
  buffer<T> sums_;
};

// One reduction alone.
template <class T, class Exec, class F, class Store, class Op = plus<T>>
void neighbor_reduce(Exec& exec, const csr& graph, F f, Store store, T init = {}, Op op = {}) {
  neighbor_reducer<Exec, T>(exec, graph)(f, store, init, op);
}

}  // namespace amorph
