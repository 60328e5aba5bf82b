// Problems and answers as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::sssp {

struct problem {
  weighted_csr graph;
  const std::uint32_t* source;
  std::uint32_t sources, parents;
  double window;
};
struct answer {
  std::uint64_t* distance;  // or the bits of doubles
  std::uint32_t* parent;    // or null
  const std::uint64_t* backend_distance;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::sssp
