// Finds the first fault of a graph that should be undirected: one pass with multiset hashes (symmetry.hpp) if there is
// none, otherwise sorted rows and binary searches.
#include "amorph/kernels/graph/symmetry.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {
namespace {

using kind = graph_fault::kind;
constexpr std::size_t grain = 4096;

// The fault of the minimum vertex, whichever thread finds it.
class first_fault {
 public:
  [[nodiscard]] bool beyond(std::size_t v) const { return v > minimum_.load(std::memory_order_relaxed); }
  void offer(const graph_fault& f) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (fault_.what != kind::none && fault_.vertex <= f.vertex) return;
    fault_ = f;
    minimum_.store(f.vertex, std::memory_order_relaxed);
  }
  [[nodiscard]] const graph_fault& get() const { return fault_; }

 private:
  std::mutex mutex_;
  std::atomic<std::size_t> minimum_{std::numeric_limits<std::size_t>::max()};
  graph_fault fault_;
};

// Calls row(v) in parallel, for all vertices up to the first one with a fault.
template <class Row> graph_fault search(cpu_exec& exec, std::uint32_t vertices, Row row) {
  first_fault found;
  exec.ranges(vertices, grain, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last && !found.beyond(v); ++v)
      if (const graph_fault f = row(static_cast<std::uint32_t>(v)); f.what != kind::none) {
        found.offer(f);
        return;
      }
  });
  return found.get();
}

struct half_edge {
  std::uint32_t to;
  std::int64_t weight;
  friend auto operator<=>(const half_edge&, const half_edge&) = default;
};
using row_range = std::pair<const half_edge*, const half_edge*>;

// The edges of a sorted row whose neighbour is v.
row_range edges_to(const half_edge* first, const half_edge* last, std::uint32_t v) {
  const auto before = [](const half_edge& e, std::uint32_t u) { return e.to < u; };
  const auto after = [](std::uint32_t u, const half_edge& e) { return u < e.to; };
  return {std::lower_bound(first, last, v, before), std::upper_bound(first, last, v, after)};
}

// weight(e): a number that is equal for edges of equal weight.
template <class Weight> graph_fault asymmetry(cpu_exec& exec, const csr& graph, Weight weight, bool loops_are_faults) {
  host_array<half_edge> edges(graph.to.size());
  exec.ranges(graph.vertices, grain, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v) {
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) edges[e] = {graph.to[e], weight(e)};
      std::sort(edges.data() + graph.begin[v], edges.data() + graph.begin[v + 1]);
    }
  });
  auto row = [&](std::uint32_t v) {
    return row_range(edges.data() + graph.begin[v], edges.data() + graph.begin[v + std::size_t{1}]);
  };
  return search(exec, graph.vertices, [&](std::uint32_t v) {
    const auto [row_begin, row_end] = row(v);
    for (const half_edge *run = row_begin, *run_end = run; run != row_end; run = run_end) {  // all edges to u
      const std::uint32_t u = run->to;
      if (u == v && loops_are_faults) return graph_fault{kind::loop, v, v};
      run_end = std::find_if(run, row_end, [u](const half_edge& e) { return e.to != u; });
      const auto [reverse, reverse_end] = edges_to(row(u).first, row(u).second, v);
      if (run_end - run > reverse_end - reverse) return graph_fault{kind::missing, v, u};
      const auto [a, b] = std::mismatch(run, run_end, reverse,
                                        [](const half_edge& x, const half_edge& y) { return x.weight == y.weight; });
      if (a != run_end) return graph_fault{kind::weight, v, u, a->weight, b->weight};
    }
    return graph_fault{};
  });
}

// The sum of the hashes of all edges; zero if and, practically, only if the graph is undirected.
template <class Weight> std::uint64_t sum_of(cpu_exec& exec, const csr& graph, Weight weight) {
  std::atomic<std::uint64_t> all{0};
  exec.ranges(graph.vertices, grain, [&](std::size_t first, std::size_t last, unsigned) {
    std::uint64_t sum = 0;
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
        const directed_edge edge(static_cast<std::uint32_t>(v), graph.to[e]);
        sum += edge.sign * edge.hash(static_cast<std::uint64_t>(weight(e)));
      }
    all += sum;
  });
  return all;
}

// Calls f(weight) with the weights as words, which are equal if the weights are (-0 is 0).
template <class F> auto with_words(const weighted_csr& g, F f) {
  const auto words = [&]<class T>(const T* weight) {
    return f([=](std::uint64_t e) { return std::int64_t{weight[e]}; });
  };
  const auto bits = [&]<class Word, class T>(Word, const T* weight) {
    return f([=](std::uint64_t e) { return static_cast<std::int64_t>(std::bit_cast<Word>(weight[e] + T{0})); });
  };
  switch (g.kind) {
    case weight_kind::int32: return words(static_cast<const std::int32_t*>(g.weight));
    case weight_kind::int64: return words(static_cast<const std::int64_t*>(g.weight));
    case weight_kind::float32: return bits(std::uint32_t{}, static_cast<const float*>(g.weight));
    case weight_kind::float64: return bits(std::uint64_t{}, static_cast<const double*>(g.weight));
    case weight_kind::none: break;
  }
  return f([](std::uint64_t) { return std::int64_t{1}; });
}

}  // namespace

graph_fault find_asymmetry(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight) {
  return asymmetry(exec, graph, [=](std::uint64_t e) { return edge_weight.empty() ? 1 : edge_weight[e]; }, true);
}

bool is_undirected(cpu_exec& exec, const weighted_csr& g) {
  return with_words(g, [&](auto weight) { return sum_of(exec, g.graph, weight) == 0; });
}

std::optional<one_way_arc> find_one_way_arc(cpu_exec& exec, const weighted_csr& g) {
  const graph_fault fault = with_words(g, [&](auto weight) { return asymmetry(exec, g.graph, weight, false); });
  if (fault.what == kind::none) return std::nullopt;
  return one_way_arc{fault.vertex, fault.other};
}

graph_fault find_fault(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight) {
  const std::uint64_t edges = graph.to.size();
  if (graph.begin.size() != graph.vertices + std::size_t{1} || graph.begin[0] != 0) return {kind::offsets};
  graph_fault fault = search(exec, graph.vertices, [&](std::uint32_t v) {
    return graph.begin[v] > graph.begin[v + std::size_t{1}] || graph.begin[v + std::size_t{1}] > edges
               ? graph_fault{kind::offsets, v}
               : graph_fault{};
  });
  if (fault.what != kind::none) return fault;
  if (graph.begin[graph.vertices] != edges) return {kind::offsets, graph.vertices};
  if (!edge_weight.empty() && edge_weight.size() != edges) return {kind::offsets, graph.vertices};

  // One pass suffices for a valid graph.
  std::mutex mutex;
  edge_sums sums;
  bool plain = true;  // no self-loops, no neighbours out of range
  exec.ranges(graph.vertices, grain, [&](std::size_t first, std::size_t last, unsigned) {
    edge_sums partial;
    bool good = true;
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
        const std::uint32_t u = graph.to[e];
        good &= u < graph.vertices && u != v;
        partial.add(static_cast<std::uint32_t>(v), u,
                    edge_weight.empty() ? 1u : static_cast<std::uint32_t>(edge_weight[e]));
      }
    const std::lock_guard<std::mutex> lock(mutex);
    sums = sums + partial;
    plain = plain && good;
  });
  if (!plain)
    return search(exec, graph.vertices, [&](std::uint32_t v) {
      for (const std::uint32_t u : graph.row(v)) {
        if (u >= graph.vertices) return graph_fault{kind::range, v, u};
        if (u == v) return graph_fault{kind::loop, v, v};
      }
      return graph_fault{};
    });
  return sums.zero() ? graph_fault{} : find_asymmetry(exec, graph, edge_weight);
}

std::string describe(const graph_fault& fault, std::uint32_t base) {
  const std::string vertex = std::to_string(std::uint64_t{fault.vertex} + base),
                    other = std::to_string(std::uint64_t{fault.other} + base);
  switch (fault.what) {
    case kind::none: return "";
    case kind::offsets: return "vertex " + vertex + ": expected row offsets that ascend from 0 to the number of edges";
    case kind::range: return "vertex " + vertex + ": neighbour " + other + " is not a vertex";
    case kind::loop: return "vertex " + vertex + ": expected other vertices as neighbours, found a self-loop";
    case kind::missing:
      return "vertex " + other + ": expected neighbour " + vertex + ", because vertex " + vertex + " has neighbour " +
             other + ": edge (" + other + " " + vertex + ") is missing";
    case kind::weight:
      return "vertex " + vertex + ": expected edges (" + vertex + " " + other + ") and (" + other + " " + vertex +
             ") of equal weight, found " + std::to_string(fault.weight) + " and " + std::to_string(fault.other_weight);
  }
  return "";
}

}  // namespace amorph
