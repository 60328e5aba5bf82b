// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::stcon {

struct problem {
  weighted_csr graph;
  std::uint32_t from, to;
};
struct answer {
  std::uint32_t distance;
  std::uint64_t visited;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::stcon
