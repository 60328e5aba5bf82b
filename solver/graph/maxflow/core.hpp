// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::maxflow {

struct problem {
  weighted_csr graph;
  std::uint32_t source, sink;
  std::uint32_t undirected, arc_flow, any_cut, pushes, relabels;
  std::uint32_t rows_ascend;               // strictly
  std::uint32_t is_gated;                  // the graph has one vertex more than the caller's
  std::int64_t max_capacity;               // larger capacities are reduced to it
  std::int64_t out_capacity, in_capacity;  // sums, of the source's and of the sink's arcs
};
struct answer {
  std::int64_t flow;
  unsigned char* sink_side;  // per vertex
  std::int64_t* arc_flow;    // per arc, 0 before; or null
  std::uint64_t pulses, global_relabels;
};

// Of an arc; 1 without weights.
[[nodiscard]] inline std::int64_t capacity_of(const weighted_csr& g, std::uint64_t e) {
  if (g.kind == weight_kind::int32) return static_cast<const std::int32_t*>(g.weight)[e];
  return g.kind == weight_kind::int64 ? static_cast<const std::int64_t*>(g.weight)[e] : 1;
}

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::maxflow
