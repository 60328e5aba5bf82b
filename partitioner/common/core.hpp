// The problem as plain arrays in host memory, which cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "partitioner/common/graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::partition {

// Partitions the coarsest graph on the host; its adjacency lists are in no fixed order, and it has all weights. Fills
// part[0 .. vertices-1], where those of fixed vertices stand already and the others are ~0, and returns a status.
// `parts` is the number of parts, or one less (without the core's). It may raise problem::limit if that cannot be kept.
using initial_function = int(void* context, const graph* coarsest, std::uint32_t parts, std::uint32_t* part);

// What a core counts of its partition before that leaves the device; the host would read the whole graph for it. Of
// graphs with one weight per vertex. Arrays are the caller's.
struct counts {
  std::int64_t cut, volume;  // in arcs: twice the edge cut; with graph::vertex_size
  std::int64_t* weight;      // per part
  // Components of parts: the main one of each part is the heaviest, then that of the lowest vertex.
  std::uint32_t* main;        // per part: its lowest vertex, or ~0
  std::int64_t* main_weight;  // per part
  // Vertices with edges beside the main components, in ascending order, and the lowest vertex of the component of each.
  std::uint64_t strays;         // their number
  std::uint32_t *stray, *root;  // room for all vertices
  std::uint32_t known;          // 0: nothing was counted, for want of memory
};

// The request for a partition.
struct problem {
  partition::graph graph;  // an array without elements is null; with several weights per vertex, they are given
  std::uint32_t parts;
  const std::int64_t* target;  // per part: target weight
  const std::int64_t* limit;   // and maximum weight
  // More than 1: for several_cpu_entry(); target and limit have an entry for each, part by part. The coarsest graph
  // has about so many vertices per part, and initial() sets `relaxed`: not 0 if parts of coarse levels may exceed their
  // limits by two average vertices.
  std::uint32_t weights, coarsest_per_part;
  const std::uint32_t* relaxed;
  std::uint32_t heavy_edge;  // 0: random matching
  std::uint32_t two_hop;
  std::uint32_t match_by_transactions, refine_by_transactions;
  std::uint32_t refinement;   // METIS's niter: 10 is usual; 0: balance only
  std::uint32_t fast;         // fewer steps of refinement
  std::uint32_t thorough;     // not fewer for expanders either
  std::uint32_t contiguous;   // components of parts join adjacent parts, on the finest level
  std::uint32_t volume;       // the finest level ends with refinement for the communication volume;
                              // graph.vertex_size sums to at most 2^30
  std::uint32_t stream;       // a device keeps the arcs of the finest levels in host memory, as if it were too small
  std::uint32_t* streamed;    // set to 1 if it does, for a run that fails too
  partition::counts* counts;  // to be filled by a device that does not stream, or null
  std::uint64_t seed;
  initial_function* initial;
  void* initial_context;
  // A partition to improve, without coarsening; null: from scratch. The cost of a move counts as an edge does.
  const std::uint32_t* start;
  const std::int64_t* start_weight;  // per part; with several weights, an entry for each
  const std::uint32_t* anchor;       // per vertex: the part that it was in, or ~0; or null: no cost of moves
  const std::int32_t* move_cost;     // per vertex, with `anchor`
  const std::uint32_t* fixed;        // per vertex: the part that it stays in, or ~0; or null: all are free. One weight
};
struct core_statistics {
  std::uint32_t levels, coarsest_vertices;
  std::uint32_t strays;          // with `contiguous`: components that remain beside the main ones of their parts
  std::uint32_t volume_refined;  // with `volume`: 0 if memory did not suffice
  std::uint32_t streamed;        // not 0: a device read the arcs of the finest levels from host memory
  double coarsen_ms, initial_ms, refine_ms, transfer_ms;
  transaction_statistics matching, refinement;
};
struct answer {
  std::uint32_t* part;  // per vertex
  core_statistics stats;
};

// The CPU instances, for one weight per vertex and for several; the CUDA module registers the others under the names
// "partition" and "partition-several".
[[nodiscard]] run_entry* cpu_entry();
[[nodiscard]] run_entry* several_cpu_entry();

}  // namespace amorph::partition
