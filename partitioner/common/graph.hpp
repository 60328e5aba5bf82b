// The graph of partitioning: a view of arrays in host memory.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::partition {

// A graph in CSR form, in host memory, owned by the caller: the neighbours of v are to[begin[v]] .. to[begin[v+1]-1].
// Each edge occurs in both its ends' adjacency lists with the same weight. Self-loops are not allowed; parallel edges
// count separately. divide() does not check this (it would be O(m) extra work): check_graph does.
struct graph {
  std::uint32_t vertices = 0;
  span<const std::uint64_t> begin;         // vertices + 1
  span<const std::uint32_t> to;            // begin[vertices]
  span<const std::int32_t> vertex_weight;  // vertices * constraints, >= 0, vertex by vertex; empty: all 1
  span<const std::int32_t> vertex_size;    // vertices, >= 0: the cost of a boundary vertex in `volume`; empty: all 1
  span<const std::int32_t> edge_weight;    // one for each entry of `to`, > 0, of any sum; empty: all 1
};

[[nodiscard]] inline graph view_of(const host_graph& g) {
  return {g.vertices, g.begin, g.to, g.vertex_weight, g.vertex_size, g.edge_weight};
}

}  // namespace amorph::partition
