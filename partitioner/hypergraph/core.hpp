// The problem as plain arrays in host memory, which cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "partitioner/common/objectives.hpp"
#include "partitioner/common/presets.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::hypergraph {

struct core_hypergraph {
  std::uint32_t vertices, nets;
  const std::uint64_t* net_begin;     // nets + 1
  const std::uint32_t* pin;           // net_begin[nets], each net's pins distinct
  const std::uint64_t* vertex_begin;  // vertices + 1; null in a problem
  const std::uint32_t* net;           // vertex_begin[vertices]; null in a problem
  const std::int32_t* net_weight;     // or null: all 1
  const std::int32_t* vertex_weight;  // or null: all 1; what clusters are bounded by
  const std::int32_t* fixed;          // part of a fixed vertex, -1 for others; or null
  // With a partition to improve: that part, and the cost in the objective if the vertex leaves it; or null.
  const std::uint32_t* old_part = nullptr;
  const std::int32_t* move_cost = nullptr;
  // Several weights per vertex, each to be balanced: vertices * dimensions; null for one, which is vertex_weight.
  std::uint32_t dimensions = 1;
  const std::int32_t* weights = nullptr;
};

// Called on the host; each returns a status. `initial` partitions the coarsest hypergraph, `refine` improves the
// partition of one small level, or brings one within the limits.
using initial_function = int(void* context, const core_hypergraph* coarsest, std::uint32_t* part);
using refine_function = int(void* context, const core_hypergraph* level, std::uint32_t depth, std::uint32_t* part);

// Of the gains of all moves, for local searches on the host.
inline uint64_t gain_table_bytes(uint64_t vertices, uint64_t nets, uint64_t parts) {
  return parts == 2 ? 4 * (vertices + 2 * nets) : 4 * parts * (vertices + nets);
}

struct problem {
  core_hypergraph graph;
  std::uint32_t parts;
  std::uint32_t coarsest;  // number of vertices at which coarsening ends
  guards guard;
  const std::uint32_t* start;  // partition to improve, which is the guard; or null
  std::uint64_t seed;
  bool prefers_single;  // clusters of a single vertex, of equally rated ones
  objective_weights objective;
  const std::int64_t* target;     // per part, for refinement by the executor
  const std::int64_t* limit;      // per part
  const std::int64_t* minimum;    // per part; or null
  std::uint64_t largest_on_host;  // pins of a level that is refined on the host; larger ones are by the executor
  std::uint64_t largest_table;    // gain_table_bytes() of such a level
  initial_function* initial;
  refine_function* refine;
  void* context;
};
struct core_statistics {
  std::uint32_t levels, coarsest_vertices, coarsest_nets;
  double load_ms, communities_ms, coarsen_ms, initial_ms, refine_ms;
  double host_refine_ms;  // part of refine_ms, with the copies
};
struct answer {
  std::uint32_t* part;  // per vertex
  core_statistics stats;
};

// The CPU instance.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::hypergraph
