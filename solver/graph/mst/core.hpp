// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "solver/run/core_run.hpp"

namespace amorph::mst {

struct mst_problem {
  std::uint32_t unused;
};
struct mst_answer {
  std::uint64_t* arcs;  // room for as many as there are vertices
  std::uint64_t count;
  transaction_statistics transactions;
};
inline constexpr std::uint32_t mst_version = 2;

[[nodiscard]] core_entry* mst_on_cpu();

}  // namespace amorph::mst
