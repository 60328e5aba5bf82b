// The graph that is dissected: without pruned vertices, and with indistinguishable ones as one.
#pragma once

#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/ordering/ordering.hpp"
#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

struct reduced_graph {
  level_graph graph;
  host_array<std::int32_t> size;         // columns per vertex
  std::vector<std::uint32_t> begin, of;  // vertex v stands for of[begin[v]] .. of[begin[v+1]-1]; empty: for v itself
  std::vector<std::uint32_t> pruned;     // ordered last

  template <class F> void for_each_original(vertex v, F f) const {
    if (begin.empty()) {
      f(v);
      return;
    }
    for (std::uint32_t i = begin[v]; i != begin[v + std::size_t{1}]; ++i) f(of[i]);
  }
};

// O(n + m). Ashcraft, "Compressed graphs and the minimum degree algorithm" (1995): vertices are compared if their
// neighbours' hashes have the same sum, which only neighbours can have.
[[nodiscard]] reduced_graph reduce(const partition::graph& g, const options& o);

// Unit edge weights; vertex weights scaled down if their sum exceeds 2^30.
[[nodiscard]] level_graph with_unit_edges(const partition::graph& g);

}  // namespace amorph::ordering
