// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::apsp {

struct problem {
  weighted_csr graph;
  std::uint32_t max_weight;
  std::uint32_t window;  // from_sssp: the width of the window of distances
  std::uint32_t* table;  // streamed: the matrix in host memory, or null to allocate it
};
struct answer {
  std::uint32_t* distance;             // vertices * vertices, or null
  std::uint64_t pairs, sum, sum_high;  // the sum has 128 bits
  std::uint32_t largest;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::apsp
