// Problems and answers as they cross the C boundary.
#pragma once

#include <cstdint>

#include "solver/run/core_run.hpp"

namespace amorph::paths {

struct sssp_problem {
  const std::uint32_t* source;
  std::uint32_t sources, parents;
  double window;
};
struct sssp_answer {
  std::uint64_t* distance;  // or the bits of doubles
  std::uint32_t* parent;    // or null
};
inline constexpr std::uint32_t sssp_version = 2;

[[nodiscard]] core_entry* sssp_on_cpu();

}  // namespace amorph::paths
