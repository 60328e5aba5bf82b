// Refinement of a distributed partition by the core, shard by shard: each process gets the subgraph of a set of parts.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/footprint.hpp"

namespace amorph::parmetis {

// Improves `part` (of the vertices here, from 0) and returns its cut. Parts within their limits stay so. Collective.
[[nodiscard]] std::int64_t refine(const communicator& c, const problem& p, idx_t* part, footprint& memory);

// Weights of parts, and the largest relative to its target. Collective.
struct part_weights {
  std::vector<std::int64_t> weight;
  std::int64_t total = 0;
  double balance = 0;
  bool balanced = false;  // all within the limits
};
[[nodiscard]] part_weights weigh(const communicator& c, const problem& p, const idx_t* part);

}  // namespace amorph::parmetis
