// Connected components.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::metis {

// Number of components of the graph; with `part`, of the subgraphs that its parts induce. `of_part`, one entry per
// part, receives the number of each part. Nearly O(n + m), in parallel.
[[nodiscard]] std::uint32_t count_components(cpu_exec& exec, const partition::graph& g,
                                             const std::vector<std::uint32_t>* part = nullptr,
                                             std::vector<std::uint32_t>* of_part = nullptr);

}  // namespace amorph::metis
