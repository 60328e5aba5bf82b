// The residual network: arcs between the same two vertices are one, and each has its opposite, with capacity 0 where the
// graph has none. Rows ascend.
//
// A sort of 2m keys and capacities: O(m) work, scratch of 64 bytes an arc.
#pragma once

#include <algorithm>
#include <bit>

#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/graph/common/device_graph.hpp"

namespace amorph::maxflow {

struct network_view {
  std::uint32_t vertices = 0;
  const std::uint64_t* begin = nullptr;
  const std::uint32_t* to = nullptr;
  const std::uint64_t* opposite = nullptr;  // the place of the arc back
  const std::int64_t* capacity = nullptr;
  const std::int64_t* both = nullptr;  // capacity of the arc and of the one back: what their residuals always add up to
};

namespace detail {

template <class Weight> struct capacity_of {
  const Weight* weight;
  std::int64_t most;
  AMORPH_BODY std::int64_t operator()(std::uint64_t e) const {
    const std::int64_t c = weight == nullptr ? 1 : static_cast<std::int64_t>(weight[e]);
    return c < most ? c : most;
  }
};
template <class Weight> struct store_halves {
  capacity_of<Weight> capacity;
  edge_key key;
  std::uint32_t vertices;
  bool undirected;
  std::uint64_t* keys;
  std::int64_t* values;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const bool loop = from == to;
    const std::int64_t c = loop ? 0 : capacity(e);
    keys[2 * e] = loop ? key(vertices, 0) : key(from, to);
    keys[2 * e + 1] = loop ? key(vertices, 0) : key(to, from);
    values[2 * e] = c;
    values[2 * e + 1] = undirected ? c : 0;
  }
};
// Sums stop at `most`: no flow asks for more.
struct sum_run {
  const std::int64_t* values;
  const std::uint64_t* first;
  std::int64_t most;
  std::int64_t* sum;
  AMORPH_BODY void operator()(std::size_t i) const {
    std::int64_t s = 0;
    for (std::uint64_t j = first[i]; j != first[i + 1]; ++j) s = values[j] < most - s ? s + values[j] : most;
    sum[i] = s;
  }
};
// Where `to` stands in the row of `from`; it is there.
AMORPH_BODY inline std::uint64_t place_of(const std::uint64_t* begin, const std::uint32_t* to_of, std::uint32_t from,
                                          std::uint32_t to) {
  std::uint64_t low = begin[from], high = begin[from + std::size_t{1}];
  while (low != high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (to_of[middle] < to)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
struct store_opposite {
  const std::uint64_t* keys;
  edge_key key;
  const std::uint64_t* begin;
  const std::uint32_t* to;
  const std::int64_t* capacity;
  std::uint64_t* opposite;
  std::int64_t* both;
  AMORPH_BODY void operator()(std::size_t e) const {
    const std::uint64_t back = place_of(begin, to, to[e], key.from(keys[e]));
    opposite[e] = back;
    both[e] = capacity[e] + capacity[back];
  }
};

}  // namespace detail

template <class Exec> class network {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // `most`: what no arc need exceed; below 2^62.
  network(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t most)
      : vertices_(graph.graph().vertices), begin_(exec, vertices_ + std::size_t{1}) {
    switch (graph.kind()) {
      case weight_kind::int64: build<std::int64_t>(exec, graph, undirected, most); break;
      default: build<std::int32_t>(exec, graph, undirected, most); break;
    }
  }

  [[nodiscard]] std::uint64_t arcs() const { return to_.size(); }
  [[nodiscard]] network_view view() const {
    return {vertices_, begin_.data(), to_.data(), opposite_.data(), capacity_.data(), both_.data()};
  }

 private:
  template <class Weight> void build(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t most) {
    const std::uint64_t halves = 2 * graph.graph().edges();
    const auto bits = static_cast<unsigned>(std::bit_width(vertices_));
    const edge_key key{bits};
    buffer<std::uint64_t> keys(exec, halves), merged(exec, halves), first(exec, halves + 1);
    buffer<std::int64_t> values(exec, halves);
    for_each_edge(exec, graph.graph(), balance::edge,
                  detail::store_halves<Weight>{
                      {graph.template weight<Weight>(), most}, key, vertices_, undirected, keys.data(), values.data()});
    sort_pairs(exec, keys.span(), values.span(), 0, 2 * bits);
    std::uint64_t n =
        halves == 0 ? 0 : select_indices(exec, halves, first_of_run{keys.data()}, first.span().subspan(0, halves));
    exec.write(first.data() + n, halves);
    exec.for_each(n, gather_keys{keys.data(), first.data(), merged.data()});
    exec.for_each(n + 1, store_row_begin{merged.data(), n, key, vertices_, begin_.data()});
    n = exec.read(begin_.data() + vertices_);  // loops come last, and stay behind
    to_ = buffer<std::uint32_t>(exec, n);
    capacity_ = buffer<std::int64_t>(exec, n);
    opposite_ = buffer<std::uint64_t>(exec, n);
    both_ = buffer<std::int64_t>(exec, n);
    exec.for_each(n, store_row_entry{merged.data(), key, to_.data()});
    exec.for_each(n, detail::sum_run{values.data(), first.data(), most, capacity_.data()});
    exec.for_each(n, detail::store_opposite{merged.data(), key, begin_.data(), to_.data(), capacity_.data(),
                                            opposite_.data(), both_.data()});
  }

  std::uint32_t vertices_;
  buffer<std::uint64_t> begin_, opposite_;
  buffer<std::uint32_t> to_;
  buffer<std::int64_t> capacity_, both_;
};

}  // namespace amorph::maxflow
