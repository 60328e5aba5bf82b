// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "core_run.hpp"

namespace amorph::mst {

struct mst_problem {
  std::uint32_t unused;
};
struct mst_answer {
  std::uint64_t* arcs;  // room for as many as there are vertices
  std::uint64_t count;
};
inline constexpr std::uint32_t mst_version = 1;

[[nodiscard]] core_entry* mst_on_cpu();

}  // namespace amorph::mst
