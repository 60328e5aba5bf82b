// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "solver/run/core_run.hpp"

namespace amorph::apsp {

struct apsp_problem {
  std::uint32_t most;    // the largest weight
  std::uint32_t window;  // from_sssp: the width of a window of distances
  std::uint32_t* table;  // streamed: where the matrix stands, or null for memory of its own
};
struct apsp_answer {
  std::uint32_t* distance;             // vertices * vertices, or null
  std::uint64_t pairs, sum, sum_high;  // the sum in 128 bits
  std::uint32_t largest;
};
inline constexpr std::uint32_t apsp_version = 2;

[[nodiscard]] core_entry* apsp_on_cpu();

}  // namespace amorph::apsp
