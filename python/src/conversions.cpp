// What the package's interfaces convert, each in one pass: edges to rows, answers to the arrays that SciPy has.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/src/context.hpp"

namespace amorph::python {
namespace {

template <class T> using array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T> using numpy_array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T> numpy_array<T> owned(std::vector<T>&& values) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return numpy_array<T>(kept->data(), {kept->size()}, owner);
}

void check_ends(const array<std::uint32_t>& ends, std::uint32_t vertices) {
  for (std::size_t i = 0; i != ends.shape(0); ++i)
    if (ends.data()[i] >= vertices)
      throw nb::value_error(("edge " + std::to_string(i) + ": there is no vertex " + std::to_string(ends.data()[i]) +
                             " among " + std::to_string(vertices))
                                .c_str());
}

// Compressed rows of edges, in the order given within a row: offsets, targets, and the edge that each arc is from. With
// `both_ways`, every edge gives an arc each way, and a loop one.
nb::tuple rows_of_edges(std::uint32_t vertices, array<std::uint32_t> from, array<std::uint32_t> to, bool both_ways) {
  if (from.shape(0) != to.shape(0)) throw nb::value_error("edges: expected as many heads as tails");
  check_ends(from, vertices);
  check_ends(to, vertices);
  const std::size_t edges = from.shape(0);
  std::vector<std::uint64_t> begin(vertices + std::size_t{1}), edge;
  std::vector<std::uint32_t> target;
  {
    const nb::gil_scoped_release unlocked;
    const std::uint32_t *f = from.data(), *t = to.data();
    for (std::size_t e = 0; e != edges; ++e) {
      ++begin[f[e]];
      if (both_ways && f[e] != t[e]) ++begin[t[e]];
    }
    std::exclusive_scan(begin.begin(), begin.end(), begin.begin(), std::uint64_t{0});
    std::vector<std::uint64_t> next(begin.begin(), begin.end());
    target.resize(begin.back());
    edge.resize(begin.back());
    const auto put = [&](std::uint32_t u, std::uint32_t v, std::size_t e) {
      const std::uint64_t at = next[u]++;
      target[at] = v;
      edge[at] = e;
    };
    for (std::size_t e = 0; e != edges; ++e) {
      put(f[e], t[e], e);
      if (both_ways && f[e] != t[e]) put(t[e], f[e], e);
    }
  }
  return nb::make_tuple(owned(std::move(begin)), owned(std::move(target)), owned(std::move(edge)));
}

// SciPy's search: vertices in the order found, rows in their order, and each vertex's predecessor.
constexpr std::int32_t no_predecessor = -9999;

template <class Offset> struct rows {
  const Offset* begin;
  const std::int32_t* to;
  // The row that is visited `ahead` steps later is read meanwhile.
  void prefetch(std::int32_t v) const { __builtin_prefetch(to + begin[v]); }
  void prefetch_begin(std::int32_t v) const { __builtin_prefetch(begin + v); }
};

template <class Offset> class queue_search {
 public:
  queue_search(std::size_t vertices, std::int32_t source)
      : order_(new std::int32_t[vertices]), parent_(vertices, no_predecessor), vertices_(vertices), source_(source) {
    parent_[static_cast<std::size_t>(source)] = source;  // so that it is not found again
    order_[tail_++] = source;
  }
  // False if a head is not a vertex. The rows of `back`, if there are any, follow those of the graph.
  bool run(rows<Offset> graph, rows<Offset> back) {
    for (std::size_t head = 0; head != tail_; ++head) {
      if (head + 16 < tail_) graph.prefetch_begin(order_[head + 16]);
      if (head + 8 < tail_) graph.prefetch(order_[head + 8]);
      if (!visit(graph, order_[head]) || (back.begin != nullptr && !visit(back, order_[head]))) return false;
    }
    parent_[static_cast<std::size_t>(source_)] = no_predecessor;
    return true;
  }
  nb::tuple answer() {
    std::int32_t* const at = order_.release();
    const nb::capsule owner(at, [](void* p) noexcept { delete[] static_cast<std::int32_t*>(p); });
    return nb::make_tuple(numpy_array<std::int32_t>(at, {tail_}, owner), owned(std::move(parent_)));
  }

 private:
  bool visit(rows<Offset> graph, std::int32_t v) {
    for (Offset a = graph.begin[v]; a != graph.begin[v + 1]; ++a) {
      const auto w = static_cast<std::size_t>(static_cast<std::uint32_t>(graph.to[a]));
      if (w >= vertices_) return false;
      if (parent_[w] != no_predecessor) continue;
      parent_[w] = v;
      order_[tail_++] = static_cast<std::int32_t>(w);
    }
    return true;
  }

  std::unique_ptr<std::int32_t[]> order_;
  std::vector<std::int32_t> parent_;
  std::size_t vertices_, tail_ = 0;
  std::int32_t source_;
};

template <class Offset>
nb::tuple queue_order(array<Offset> begin, array<std::int32_t> to, std::optional<array<Offset>> back_begin,
                      std::optional<array<std::int32_t>> back_to, std::uint32_t source) {
  queue_search<Offset> search(begin.shape(0) - 1, static_cast<std::int32_t>(source));
  bool valid = false;
  {
    const nb::gil_scoped_release unlocked;
    valid = search.run({begin.data(), to.data()},
                       {back_begin ? back_begin->data() : nullptr, back_to ? back_to->data() : nullptr});
  }
  if (!valid) throw nb::value_error("indices: a head beyond the last vertex");
  return search.answer();
}

// Distances as reals: the maximum becomes infinity.
nb::object real_distances(array<std::uint64_t> distance) {
  const std::size_t n = distance.shape(0);
  auto* kept = new double[n];
  const nb::capsule owner(kept, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  {
    const nb::gil_scoped_release unlocked;
    const std::uint64_t* d = distance.data();
    for (std::size_t i = 0; i != n; ++i)
      kept[i] = d[i] == UINT64_MAX ? std::numeric_limits<double>::infinity() : static_cast<double>(d[i]);
  }
  return nb::cast(numpy_array<double>(kept, {n}, owner));
}

// Components, labelled by their smallest vertex, numbered 0, 1, ... in the order of these.
numpy_array<std::int32_t> component_numbers(array<std::uint32_t> label) {
  const std::size_t n = label.shape(0);
  std::vector<std::int32_t> number(n);
  {
    const nb::gil_scoped_release unlocked;
    std::int32_t next = 0;
    for (std::size_t v = 0; v != n; ++v) {
      const std::uint32_t first = label.data()[v];
      number[v] = first == v ? next++ : number[first];
    }
  }
  return owned(std::move(number));
}

// Whether every arc has its reverse with the same weight, in rows sorted by head; false if the rows are not sorted.
// Rows are visited in ascending order, so the arcs into a row's lower heads come in the row's order. O(m).
template <class Weight> bool symmetric(array<std::uint64_t> begin, array<std::uint32_t> to, array<Weight> weight) {
  const nb::gil_scoped_release unlocked;
  const std::size_t n = begin.shape(0) - 1;
  const std::uint64_t* const b = begin.data();
  const std::uint32_t* const head = to.data();
  const Weight* const w = weight.data();
  std::vector<std::uint64_t> next(b, b + n);  // the first arc of each row whose reverse is not seen yet
  for (std::uint32_t v = 0; v != n; ++v) {
    if (b[v + std::size_t{1}] < b[v] || b[v + std::size_t{1}] > to.shape(0)) return false;
    std::uint64_t a = next[v];
    if (a != b[v + std::size_t{1}] && head[a] < v) return false;
    for (; a != b[v + std::size_t{1}]; ++a) {
      const std::uint32_t u = head[a];
      if (u == v) continue;
      if (u < v || u >= n) return false;
      const std::uint64_t back = next[u]++;
      if (back >= b[u + std::size_t{1}] || back >= to.shape(0) || head[back] != v || w[back] != w[a]) return false;
    }
  }
  return true;
}

// The arcs among `arc`, in increasing order, that have a weight other than 0, as rows: offsets, heads, weights.
template <class Offset>
nb::tuple rows_of_arcs(array<Offset> begin, array<std::int32_t> to, array<double> weight, array<std::uint64_t> arc) {
  std::vector<Offset> offset(begin.shape(0));
  std::vector<std::int32_t> head(arc.shape(0));
  std::vector<double> value(arc.shape(0));
  std::size_t kept = 0;
  {
    const nb::gil_scoped_release unlocked;
    std::size_t v = 0;
    for (std::size_t i = 0; i != arc.shape(0); ++i) {
      const std::uint64_t a = arc.data()[i];
      while (v + 1 != begin.shape(0) && static_cast<std::uint64_t>(begin.data()[v + 1]) <= a)
        offset[++v] = static_cast<Offset>(kept);
      if (weight.data()[a] == 0) continue;
      head[kept] = to.data()[a];
      value[kept++] = weight.data()[a];
    }
    while (v + 1 < offset.size()) offset[++v] = static_cast<Offset>(kept);
    head.resize(kept);
    value.resize(kept);
  }
  return nb::make_tuple(owned(std::move(offset)), owned(std::move(head)), owned(std::move(value)));
}

// The flow between each two vertices that have some, as rows of a skew-symmetric matrix: offsets, heads, flows. Of the
// flow on each arc, at most 2^31 - 1.
template <class Offset> nb::tuple net_flows(array<Offset> begin, array<std::int32_t> to, array<std::int64_t> flow) {
  const std::size_t n = begin.shape(0) - 1;
  std::vector<Offset> offset(n + 1);
  std::vector<std::int32_t> head, value;
  {
    const nb::gil_scoped_release unlocked;
    std::vector<std::pair<std::uint64_t, std::int64_t>> pairs;  // tail and head, and what flows
    const auto key = [](std::size_t u, std::size_t v) { return std::uint64_t{u} << 32 | v; };
    for (std::size_t v = 0; v != n; ++v)
      for (Offset a = begin.data()[v]; a != begin.data()[v + 1]; ++a) {
        const std::int64_t amount = flow.data()[a];
        if (amount == 0) continue;
        const auto u = static_cast<std::size_t>(to.data()[a]);
        pairs.emplace_back(key(v, u), amount);
        pairs.emplace_back(key(u, v), -amount);
      }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t first = 0, last = 0; first != pairs.size(); first = last) {
      std::int64_t sum = 0;
      for (; last != pairs.size() && pairs[last].first == pairs[first].first; ++last) sum += pairs[last].second;
      if (sum == 0) continue;
      ++offset[(pairs[first].first >> 32) + 1];
      head.push_back(static_cast<std::int32_t>(pairs[first].first & 0xffffffffu));
      value.push_back(static_cast<std::int32_t>(sum));
    }
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
  }
  return nb::make_tuple(owned(std::move(offset)), owned(std::move(head)), owned(std::move(value)));
}

}  // namespace

void bind_conversions(nb::module_& m) {
  m.def("rows_of_edges", &rows_of_edges, nb::arg("vertices"), nb::arg("tails"), nb::arg("heads"), nb::arg("both_ways"));
  m.def("queue_order", &queue_order<std::int32_t>, nb::arg("begin"), nb::arg("to"), nb::arg("back_begin").none(),
        nb::arg("back_to").none(), nb::arg("source"));
  m.def("queue_order", &queue_order<std::int64_t>, nb::arg("begin"), nb::arg("to"), nb::arg("back_begin").none(),
        nb::arg("back_to").none(), nb::arg("source"));
  m.def("component_numbers", &component_numbers, nb::arg("label"));
  m.def("rows_of_arcs", &rows_of_arcs<std::int32_t>, nb::arg("begin"), nb::arg("to"), nb::arg("weight"),
        nb::arg("arc"));
  m.def("rows_of_arcs", &rows_of_arcs<std::int64_t>, nb::arg("begin"), nb::arg("to"), nb::arg("weight"),
        nb::arg("arc"));
  m.def("net_flows", &net_flows<std::int32_t>, nb::arg("begin"), nb::arg("to"), nb::arg("flow"));
  m.def("net_flows", &net_flows<std::int64_t>, nb::arg("begin"), nb::arg("to"), nb::arg("flow"));
  m.def("symmetric", &symmetric<std::uint32_t>, nb::arg("begin"), nb::arg("to"), nb::arg("weight"));
  m.def("symmetric", &symmetric<std::uint64_t>, nb::arg("begin"), nb::arg("to"), nb::arg("weight"));
  m.def("real_distances", &real_distances, nb::arg("distance"));
}

}  // namespace amorph::python
