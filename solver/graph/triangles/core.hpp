// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::triangles {

struct problem {
  weighted_csr graph;
  std::uint32_t per_vertex;  // nonzero: triangles of each vertex are wanted
};
struct answer {
  std::uint64_t* count;  // capacity: one per vertex; null unless wanted per vertex
  std::uint64_t triangles;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::triangles
