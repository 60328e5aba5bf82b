// Repair of empty parts.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Each part that refinement left empty receives a vertex that is not alone in its part: the one of minimum loss among
// those within its limit, otherwise the lightest. Fixed vertices (-1: free; none: all are) stay. One constraint; does
// nothing if there are more parts than vertices. O(n) in parallel if no part is empty, otherwise O((n + m) + n log n).
void fill_empty_parts(cpu_exec& exec, const graph& g, span<const std::int64_t> limit, span<const std::int32_t> fixed,
                      std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
