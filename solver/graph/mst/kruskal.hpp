// Kruskal's algorithm on the CPU (filter-Kruskal: Osipov, Sanders, Singler, ALENEX 2009): edges in the order of their
// weights, of which those join the forest that connect two trees. Edges beyond a threshold wait until the lighter ones
// have joined; then most of them are within trees, and are never sorted. How it differs: one threshold, from a sorted
// sample, instead of recursion. Edges are gathered, sorted and filtered on all threads, and joined on one.
#pragma once

#include <cstdint>
#include <limits>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "solver/graph/mst/edges.hpp"

namespace amorph::mst {

inline constexpr std::uint32_t joins_between_checks = 4096;

// Without weights: arcs are in order already. Writes the arcs of the forest, ascending, and returns their number.
inline std::uint32_t join_in_order(cpu_exec& exec, const edge_order& order, std::uint32_t* forest) {
  const csr& g = order.graph;
  serial_disjoint_sets trees(g.vertices);
  std::uint32_t joined = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (v % joins_between_checks == 0) {
      exec.check_stop();
      exec.report("edges", g.begin[v], g.edges());
    }
    std::uint32_t tree = trees.find(v);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (!order.counts(v, g.to[e]) || trees.find(g.to[e]) == tree) continue;
      trees.unite(tree, g.to[e]);
      tree = trees.find(v);
      forest[joined++] = static_cast<std::uint32_t>(e);
    }
    if (joined + std::uint64_t{1} == g.vertices) break;  // one tree
  }
  return joined;
}

// Order::word(weight[e]) sorts as the weights do; from[e] is the vertex that has arc e. O(m + s log n) for m arcs and s
// edges that are sorted.
template <class Order, class Word> class kruskal {
  template <class T> using buffer = typename cpu_exec::template buffer<T>;

 public:
  kruskal(cpu_exec& exec, Order, const edge_order& order, const Word* weight, const std::uint32_t* from,
          std::uint64_t edges)
      : exec_(exec), order_(order), weight_(weight), from_(from), edges_(edges), trees_(order.graph.vertices) {}

  // Writes the arcs of the forest, in no order, and returns their number.
  std::uint32_t join(std::uint32_t* forest) {
    const Word light = threshold();
    forest_ = forest;
    join_those(
        [this, light](std::size_t e) { return word(e) <= light && order_.counts(from_[e], order_.graph.to[e]); });
    if (light == most) return joined_;
    const std::uint32_t* tree = trees_.representatives().data();
    join_those([this, light, tree](std::size_t e) {
      const std::uint32_t a = from_[e], b = order_.graph.to[e];
      return word(e) > light && order_.counts(a, b) && tree[a] != tree[b];
    });
    return joined_;
  }

 private:
  static constexpr Word most = std::numeric_limits<Word>::max();

  [[nodiscard]] Word word(std::size_t e) const { return Order::word(weight_[e]); }

  // The weight below which there are about 2 edges per vertex, if these are a small part of all: they make up most of
  // the forest.
  Word threshold() {
    constexpr std::size_t samples = 4096;
    const std::uint64_t light = 2 * std::uint64_t{order_.graph.vertices};
    if (edges_ < light + light / 2 || edges_ < samples) return most;
    buffer<Word> sample(exec_, samples);
    const std::uint64_t step = order_.graph.edges() / samples;
    exec_.for_each(samples, [&](std::size_t i) { sample.data()[i] = word(i * step); });
    sort(exec_, sample.span());
    return sample.data()[samples * light / edges_];
  }

  // Of equal weights, the lower arc first: the sort is stable.
  template <class Keep> void join_those(Keep keep) {
    buffer<std::uint32_t> arcs(exec_, edges_);
    const std::uint64_t count = select_indices(exec_, order_.graph.edges(), keep, arcs.span());
    const span<std::uint32_t> kept = arcs.span().subspan(0, count);
    buffer<Word> keys(exec_, count);
    exec_.for_each(count, [&](std::size_t i) { keys.data()[i] = word(kept[i]); });
    sort_pairs(exec_, keys.span(), kept);
    for (std::size_t i = 0; i != count; ++i) {
      if (i % joins_between_checks == 0) exec_.check_stop();
      const std::uint32_t e = kept[i];
      if (trees_.unite(from_[e], order_.graph.to[e])) forest_[joined_++] = e;
    }
  }

  cpu_exec& exec_;
  const edge_order& order_;
  const Word* weight_;
  const std::uint32_t* from_;
  std::uint64_t edges_;  // at most
  serial_disjoint_sets trees_;
  std::uint32_t* forest_ = nullptr;
  std::uint32_t joined_ = 0;
};

}  // namespace amorph::mst
