// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::distances {

struct problem {
  weighted_csr graph;
  const std::uint32_t* source;
  std::uint32_t sources;
  std::uint32_t range;  // a length_range
};
struct answer {
  std::uint32_t* hops;      // of graphs without weights
  std::uint64_t* distance;  // or the bits of doubles
  const std::uint32_t* backend_hops;
  const std::uint64_t* backend_distance;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::distances
