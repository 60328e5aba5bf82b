// Rows cut into pieces of a bounded length, so that threads with a row each have about the same to do: node splitting, as
// "Load balancing and dynamic parallelism" (IISc, 2013; section 4.2) has it. How it differs: pieces share their vertex's
// label instead of having copies of it that are updated, and the arcs stay where they are.
//
//   node_splitting<Exec> split(exec, graph, split_bound(exec, graph));
//   split.expand(front, pieces);                                // the pieces of the frontier's vertices
//   advance(exec, split.pieces(), pieces, next, balance::thread, split.of_owner(f));   // f(from, edge, to) as ever
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

// For arcs of a piece: f of the vertex whose piece it is.
template <class F> struct of_owner {
  F f;
  const std::uint32_t* owner;
  AMORPH_BODY auto operator()(std::uint32_t piece, std::uint64_t e, std::uint32_t to) const {
    return f(owner[piece], e, to);
  }
};

// How long pieces should be: of ten buckets of degrees, equally wide up to the largest, the upper end of the one with the most
// vertices (those without arcs do not count). 1 at least. O(n), ten round trips on a device.
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
  // Pieces have at most `most` arcs, 1 or more. error(bad_input): 2^32 - 1 pieces or more.
  node_splitting(Exec& exec, const csr& graph, std::uint64_t most)
      : exec_(&exec), first_(exec, graph.vertices + std::size_t{1}) {
    const std::size_t n = graph.vertices;
    if (n + graph.edges() / most >= 0xffffffffu)
      throw error(status::bad_input, "rows cut into more than 4294967294 pieces");
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

  // `to`, with room for all pieces, holds those of the vertices in `from`, each of which stands there once. A round trip.
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

}  // namespace amorph
