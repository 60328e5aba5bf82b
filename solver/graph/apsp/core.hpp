// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::apsp {

struct problem {
  weighted_csr graph;
  std::uint32_t most;    // the largest weight
  std::uint32_t window;  // from_sssp: the width of a window of distances
  std::uint32_t* table;  // streamed: where the matrix stands, or null for memory of its own
};
struct answer {
  std::uint32_t* distance;             // vertices * vertices, or null
  std::uint64_t pairs, sum, sum_high;  // the sum in 128 bits
  std::uint32_t largest;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::apsp
