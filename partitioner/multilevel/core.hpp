// The problem as the core sees it: plain arrays in host memory that cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/transaction_statistics.hpp"

namespace amorph::partition {

struct core_graph {
  std::uint32_t vertices;
  const std::uint64_t* begin;         // vertices + 1
  const std::uint32_t* to;            // begin[vertices]
  const std::int32_t* vertex_weight;  // or null: all 1
  const std::int32_t* edge_weight;    // or null: all 1
};

// Divides the coarsest graph, on the host, whose rows are in no fixed order: fills part[0 .. vertices-1] and returns a
// status. `parts` are the first ones, all or one less. It may raise core_options::limit where that cannot be kept.
using initial_function = int(void* context, const core_graph* coarsest, std::uint32_t parts, std::uint32_t* part);

struct core_options {
  std::uint32_t parts;
  const std::int64_t* target;  // per part: the weight wanted,
  const std::int64_t* limit;   // and the weight allowed
  std::uint32_t heavy_edge;    // 0: random matching
  std::uint32_t two_hop;
  std::uint32_t match_by_transactions, refine_by_transactions;
  std::uint32_t refinement;  // METIS's niter: 10 is usual; 0: balance alone
  std::uint64_t seed;
  std::uint32_t threads;  // CPU
  std::uint64_t memory_limit;
  initial_function* initial;
  void* initial_context;
  void* context;  // for the two below, which may be null
  std::uint32_t (*stop)(void* context);
  void (*report)(void* context, const char* stage, std::uint32_t level, std::uint64_t vertices);
};

struct core_statistics {
  char backend[128];
  std::uint32_t threads, levels, coarsest_vertices;
  double coarsen_ms, initial_ms, refine_ms, transfer_ms;
  std::uint64_t peak_bytes;
  transaction_statistics matching, refinement;
};

// The CUDA module's entry "partition": fills part[0 .. vertices-1]; returns a status.
using partition_entry = int(const core_graph*, const core_options*, std::uint32_t* part, core_statistics*,
                            char* message, std::uint64_t message_size);
inline constexpr std::uint32_t partition_entry_version = 3;

}  // namespace amorph::partition
