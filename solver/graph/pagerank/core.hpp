// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::pagerank {

struct problem {
  weighted_csr graph;
  double damping, tolerance;
  std::uint32_t max_iterations, drop_dangling;
};
struct answer {
  double* rank;  // capacity: one per vertex
  double residual;
  std::uint32_t iterations, converged;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::pagerank
