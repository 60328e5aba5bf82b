// The residual network: parallel arcs are merged, and each arc has its reverse arc, of capacity 0 if the graph has
// none. Adjacency lists ascend.
//
// A sort of 2m keys and capacities: O(m) work, scratch of 64 bytes per arc. On the CPU rows that ascend are not sorted:
// those of the network already are used as they stand (paired_rows.hpp), others merged with the arcs that enter their
// vertices (merged_rows.hpp).
#pragma once

#include <algorithm>
#include <bit>

#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/graph/common/device_graph.hpp"
#if !AMORPH_DEVICE_COMPILER
#include "solver/graph/maxflow/merged_rows.hpp"
#include "solver/graph/maxflow/paired_rows.hpp"
#endif

namespace amorph::maxflow {

struct network_view {
  std::uint32_t vertices = 0;
  const std::uint64_t* begin = nullptr;
  const std::uint32_t* to = nullptr;
  const std::uint64_t* reverse = nullptr;  // the index of the reverse arc
  const std::int64_t* capacity = nullptr;
  const std::int64_t* pair_capacity = nullptr;  // of the arc and its reverse: the sum of their residuals at all times
};

namespace detail {

template <class Weight> struct capacity_of {
  const Weight* weight;
  std::int64_t limit;
  AMORPH_BODY std::int64_t operator()(std::uint64_t e) const {
    const std::int64_t c = weight == nullptr ? 1 : static_cast<std::int64_t>(weight[e]);
    return c < limit ? c : limit;
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
// Sums saturate at `limit`: no flow needs more.
struct sum_run {
  const std::int64_t* values;
  const std::uint64_t* first;
  std::int64_t limit;
  std::int64_t* sum;
  AMORPH_BODY void operator()(std::size_t i) const {
    std::int64_t s = 0;
    for (std::uint64_t j = first[i]; j != first[i + 1]; ++j) s = values[j] < limit - s ? s + values[j] : limit;
    sum[i] = s;
  }
};
// The index of the arc between two vertices, which exists.
AMORPH_BODY inline std::uint64_t find_arc(const std::uint64_t* begin, const std::uint32_t* to_of, std::uint32_t from,
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
struct store_reverse {
  const std::uint64_t* keys;
  edge_key key;
  const std::uint64_t* begin;
  const std::uint32_t* to;
  const std::int64_t* capacity;
  std::uint64_t* reverse;
  std::int64_t* pair_capacity;
  AMORPH_BODY void operator()(std::size_t e) const {
    const std::uint64_t back = find_arc(begin, to, to[e], key.from(keys[e]));
    reverse[e] = back;
    pair_capacity[e] = capacity[e] + capacity[back];
  }
};

}  // namespace detail

template <class Exec> class network {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // Capacities above `limit`, which is below 2^62, are reduced to it.
  network(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t limit)
      : vertices_(graph.graph().vertices), begin_(exec, vertices_ + std::size_t{1}) {
    switch (graph.kind()) {
      case weight_kind::int64: build<std::int64_t>(exec, graph, undirected, limit); break;
      default: build<std::int32_t>(exec, graph, undirected, limit); break;
    }
  }

  [[nodiscard]] std::uint64_t arcs() const { return to_.size(); }
  // Whether its arcs are the graph's, in the same order.
  [[nodiscard]] bool has_rows_of_graph() const { return has_rows_of_graph_; }
  [[nodiscard]] network_view view() const {
    return {vertices_, begin_.data(), to_.data(), reverse_.data(), capacity_.data(), pair_capacity_.data()};
  }

 private:
  template <class Weight> void build(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t limit) {
#if !AMORPH_DEVICE_COMPILER
    if (build_from_rows<Weight>(exec, graph, undirected, limit)) return;
    if (rows_ascend(exec, graph.graph())) return build_from_merged<Weight>(exec, graph, undirected, limit);
#endif
    const std::uint64_t halves = 2 * graph.graph().edges();
    const auto bits = static_cast<unsigned>(std::bit_width(vertices_));
    const edge_key key{bits};
    buffer<std::uint64_t> keys(exec, halves), merged(exec, halves), first(exec, halves + 1);
    buffer<std::int64_t> values(exec, halves);
    for_each_edge(
        exec, graph.graph(), balance::edge,
        detail::store_halves<Weight>{
            {graph.template weight<Weight>(), limit}, key, vertices_, undirected, keys.data(), values.data()});
    sort_pairs(exec, keys.span(), values.span(), 0, 2 * bits);
    std::uint64_t n =
        halves == 0 ? 0 : select_indices(exec, halves, first_of_run{keys.data()}, first.span().subspan(0, halves));
    exec.write(first.data() + n, halves);
    exec.for_each(n, gather_keys{keys.data(), first.data(), merged.data()});
    exec.for_each(n + 1, store_row_begin{merged.data(), n, key, vertices_, begin_.data()});
    n = exec.read(begin_.data() + vertices_);  // self-loops are last, and are dropped
    allocate(exec, n);
    exec.for_each(n, store_row_entry{merged.data(), key, to_.data()});
    exec.for_each(n, detail::sum_run{values.data(), first.data(), limit, capacity_.data()});
    exec.for_each(n, detail::store_reverse{merged.data(), key, begin_.data(), to_.data(), capacity_.data(),
                                           reverse_.data(), pair_capacity_.data()});
  }

  void allocate(Exec& exec, std::size_t arcs) {
    to_ = buffer<std::uint32_t>(exec, arcs);
    capacity_ = buffer<std::int64_t>(exec, arcs);
    reverse_ = buffer<std::uint64_t>(exec, arcs);
    pair_capacity_ = buffer<std::int64_t>(exec, arcs);
  }

#if !AMORPH_DEVICE_COMPILER
  template <class Weight>
  void build_from_merged(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t limit) {
    const detail::capacity_of<Weight> capacity{graph.template weight<Weight>(), limit};
    const merged_rows rows(exec, graph.graph());
    rows.count(begin_.data());
    allocate(exec, begin_.data()[vertices_]);
    rows.for_each_entry(begin_.data(), [&](std::uint64_t at, std::uint32_t to, auto leaving, auto entering) {
      std::int64_t sum = 0;
      const auto add = [&](std::uint64_t e) { sum = capacity(e) < limit - sum ? sum + capacity(e) : limit; };
      for (std::uint64_t e = leaving.first; e != leaving.last; ++e) add(e);
      if (undirected)
        for (std::uint64_t i = entering.first; i != entering.last; ++i) add(rows.entering_arc(i));
      to_.data()[at] = to;
      capacity_.data()[at] = sum;
    });
    (void)pair_rows(exec, {vertices_, {begin_.data(), vertices_ + std::size_t{1}}, {to_.data(), to_.size()}},
                    reverse_.data());
    exec.for_each(to_.size(), [&](std::size_t e) {
      pair_capacity_.data()[e] = capacity_.data()[e] + capacity_.data()[reverse_.data()[e]];
    });
  }
  template <class Weight>
  bool build_from_rows(Exec& exec, const device_graph<Exec>& graph, bool undirected, std::int64_t limit) {
    const csr& rows = graph.graph();
    const std::size_t n = rows.edges();
    reverse_ = buffer<std::uint64_t>(exec, n);
    if (!pair_rows(exec, rows, reverse_.data())) {
      reverse_.release();
      return false;
    }
    to_ = buffer<std::uint32_t>(exec, n);
    capacity_ = buffer<std::int64_t>(exec, n);
    pair_capacity_ = buffer<std::int64_t>(exec, n);
    const detail::capacity_of<Weight> capacity{graph.template weight<Weight>(), limit};
    exec.for_each(vertices_ + std::size_t{1}, [&](std::size_t v) { begin_.data()[v] = rows.begin[v]; });
    exec.for_each(n, [&](std::size_t e) {
      const std::uint64_t back = reverse_.data()[e];
      const std::int64_t forth = capacity(e), both = std::min(forth + capacity(back), limit);
      to_.data()[e] = rows.to[e];
      capacity_.data()[e] = undirected ? both : forth;
      pair_capacity_.data()[e] = undirected ? 2 * both : forth + capacity(back);
    });
    has_rows_of_graph_ = true;
    return true;
  }
#endif

  std::uint32_t vertices_;
  buffer<std::uint64_t> begin_, reverse_;
  buffer<std::uint32_t> to_;
  buffer<std::int64_t> capacity_, pair_capacity_;
  bool has_rows_of_graph_ = false;
};

}  // namespace amorph::maxflow
