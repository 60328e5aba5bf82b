// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::betweenness {

struct problem {
  weighted_csr graph;
  const std::uint32_t* source;  // distinct
  std::uint64_t sources;
};
struct answer {
  double* score;  // capacity: one per vertex
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::betweenness
