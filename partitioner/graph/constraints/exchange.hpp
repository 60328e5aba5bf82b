// Exchanges of parts, and of whole groups of them, on a machine.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

// Exchanges groups of the same level, level by level from the outermost, while that decreases the communication cost.
// Parts change places only if their limits are equal and no vertex is fixed there. One weight per vertex. O(n + m), and
// per level for each pair of groups that is tried their degrees; no further pair after 64 times O(n + m).
void exchange_groups(const graph& g, const options& o, span<const std::int64_t> limit, const stop_check& check_stop,
                     std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
