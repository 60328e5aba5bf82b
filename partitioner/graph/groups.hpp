// Vertices that stay in one part together, as one vertex: groups, and all that are fixed in the same part.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// A graph with a vertex per part in which vertices are fixed (or more, where one would weigh more than 2^31 - 1), per
// other group, and per free vertex in none, in the order of their first vertices. Edges inside them are left out, those
// between two of them stay parallel, so partitions cut the same here.
struct grouped_graph {
  std::vector<std::uint32_t> map;  // per vertex of the graph: its vertex here
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> vertex_weight, edge_weight;
  std::vector<std::int32_t> fixed;  // per vertex here; empty: none
  [[nodiscard]] graph view() const {
    return {static_cast<std::uint32_t>(begin.size() - 1), begin, to, vertex_weight, {}, edge_weight};
  }
};

// One weight per vertex; check_options has bounded the weights of groups. O(n + m).
[[nodiscard]] grouped_graph contract_together(const graph& g, const options& o);

}  // namespace amorph::partition
