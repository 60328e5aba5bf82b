// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::bfs {

struct problem {
  weighted_csr graph;
  const std::uint32_t* source;
  std::uint32_t sources, parents;
};
struct answer {
  std::uint32_t *level, *parent;  // parent: or null
  const std::uint32_t* backend_level;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::bfs
