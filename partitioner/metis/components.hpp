// Connected components.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

// Components of the graph; with `part`, of the graphs that its parts induce, and in `of_part`, which has a number for
// each part, how many each has. O(n + m) nearly, in parallel.
[[nodiscard]] std::uint32_t count_components(cpu_exec& exec, const partition::graph& g,
                                             const std::vector<std::uint32_t>* part = nullptr,
                                             std::vector<std::uint32_t>* of_part = nullptr);

}  // namespace amorph::metis
