// Node splitting: rows are cut into pieces of bounded length, so that one thread per piece has balanced work ("Load
// balancing and dynamic parallelism", IISc 2013, section 4.2). How it differs: pieces share the label of their vertex
// instead of having copies that need updates, and arcs are not moved.
//
//  node_splitting<Exec> split(exec, graph, split_bound(exec, graph));
//  split.expand(front, pieces);                                 // the pieces of the vertices of the frontier
//  advance(exec, split.pieces(), pieces, next, balance::thread, split.of_owner(f));   // f(from, edge, to) as usual
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"

namespace amorph {

namespace detail {
struct row_length {
  const std::uint64_t* begin;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const { return begin[v + 1] - begin[v]; }
};
struct in_bucket {
  const std::uint64_t* begin;
  std::uint64_t low, high;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const {
    const std::uint64_t d = begin[v + 1] - begin[v];
    return d > low && d <= high ? 1 : 0;
  }
};
struct count_pieces {
  const std::uint64_t* begin;
  std::uint64_t most;
  std::uint32_t* pieces;
  AMORPH_BODY void operator()(std::size_t v) const {
    pieces[v] = static_cast<std::uint32_t>((begin[v + 1] - begin[v] + most - 1) / most);
  }
};
struct place_pieces {
  const std::uint64_t* begin;
  std::uint64_t most;
  const std::uint32_t* first;
  std::uint64_t* piece_begin;
  std::uint32_t* owner;
  AMORPH_BODY void operator()(std::size_t v) const {
    for (std::uint32_t p = first[v], i = 0; p + i != first[v + 1]; ++i) {
      piece_begin[p + i] = begin[v] + i * most;
      owner[p + i] = static_cast<std::uint32_t>(v);
    }
  }
};
struct pieces_of_listed {
  const std::uint32_t *list, *first;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return first[list[i] + std::size_t{1}] - first[list[i]]; }
};
struct list_pieces {
  const std::uint32_t *list, *first;
  const std::uint64_t* place;
  std::uint32_t* out;
  AMORPH_BODY void operator()(std::size_t i) const {
    std::uint32_t p = first[list[i]];
    for (std::uint64_t at = place[i]; at != place[i + 1]; ++at, ++p) out[at] = p;
  }
};
}  // namespace detail

// Calls f with the vertex that the piece belongs to.
template <class F> struct of_owner {
  F f;
  const std::uint32_t* owner;
  AMORPH_BODY auto operator()(std::uint32_t piece, std::uint64_t e, std::uint32_t to) const {
    return f(owner[piece], e, to);
  }
};

// A suitable bound: of ten equal degree intervals up to the maximum degree, the upper end of the one with the most
// vertices (isolated vertices excluded); at least 1. O(n); ten read-backs on a device.
template <class Exec> std::uint64_t split_bound(Exec& exec, const csr& graph) {
  typename Exec::template buffer<std::uint64_t> sum(exec, 1);
  reduce_into<std::uint64_t>(exec, graph.vertices, detail::row_length{graph.begin.data()}, sum.data(), 0,
                             maximum<std::uint64_t>{});
  const std::uint64_t largest = exec.read(sum.data());
  std::uint64_t bound = 1, most = 0;
  for (std::uint64_t b = 0; b != 10; ++b) {
    const std::uint64_t low = largest * b / 10, high = largest * (b + 1) / 10;
    reduce_into<std::uint64_t>(exec, graph.vertices, detail::in_bucket{graph.begin.data(), low, high}, sum.data(), 0);
    if (const std::uint64_t count = exec.read(sum.data()); count > most) {
      most = count;
      bound = high;
    }
  }
  return bound;
}

template <class Exec> class node_splitting {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // Pieces have at most `most` arcs, 1 or more. Throws bad_input for 2^32 - 1 pieces or more.
  node_splitting(Exec& exec, const csr& graph, std::uint64_t most)
      : exec_(&exec), first_(exec, graph.vertices + std::size_t{1}) {
    const std::size_t n = graph.vertices;
    if (n + graph.edges() / most >= 0xffffffffu)
      throw error(status::bad_input, "node splitting needs more than 4294967294 pieces");
    buffer<std::uint32_t> count(exec, n);
    exec.for_each(n, detail::count_pieces{graph.begin.data(), most, count.data()});
    offsets(exec, count.span(), first_.span());
    const std::uint32_t pieces = exec.read(first_.data() + n);
    begin_ = buffer<std::uint64_t>(exec, pieces + std::size_t{1});
    owner_ = buffer<std::uint32_t>(exec, pieces);
    place_ = buffer<std::uint64_t>(exec, n + 1);
    exec.for_each(n, detail::place_pieces{graph.begin.data(), most, first_.data(), begin_.data(), owner_.data()});
    exec.write(begin_.data() + pieces, graph.edges());
    pieces_ = {pieces, begin_.span(), graph.to};
  }

  [[nodiscard]] const csr& pieces() const { return pieces_; }
  template <class F> [[nodiscard]] auto of_owner(F f) const { return amorph::of_owner<F>{f, owner_.data()}; }

  // Writes the pieces of the vertices in `from`, which contains no duplicates, to `to`, which has capacity for all
  // pieces. One read-back.
  void expand(const frontier<Exec>& from, frontier<Exec>& to) {
    const std::size_t n = from.size();
    const std::uint32_t* list = from.vertices().data();
    std::uint64_t* total = to.begin_writing();
    offsets_of(*exec_, n, detail::pieces_of_listed{list, first_.data()}, place_.span().subspan(0, n + 1));
    exec_->for_each(n, detail::list_pieces{list, first_.data(), place_.data(), to.data()});
    exec_->copy(span<const std::uint64_t>(place_.data() + n, 1), span<std::uint64_t>(total, 1));
    to.end_writing();
  }

 private:
  Exec* exec_;
  buffer<std::uint32_t> first_, owner_;
  buffer<std::uint64_t> begin_, place_;
  csr pieces_;
};

#ifdef AMORPH_SHARED
AMORPH_SHARED std::uint64_t split_bound(cuda_exec&, const csr&);
#endif

}  // namespace amorph
