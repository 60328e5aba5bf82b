// Repair of parts above their limits, on the finest graph.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

// rebalance() of initial/kway.hpp, if a part is above its limit: weights of coarse vertices may not pack, nor those
// beside fixed vertices, which stay. One weight per vertex. O(n) if all parts keep their limits.
void restore_balance(const graph& g, const options& o, span<const std::int64_t> limit, const stop_check& check_stop,
                     std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
