// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::mst {

struct problem {
  weighted_csr graph;
};
struct answer {
  std::uint64_t* arcs;  // capacity: the number of vertices
  std::uint64_t count;
  transaction_statistics transactions;
};

// The CPU instance; the CUDA module registers the other one under the same name.
[[nodiscard]] run_entry* cpu_entry();

}  // namespace amorph::mst
