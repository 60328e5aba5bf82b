// Limits of parts that fixed vertices exceed.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Raises the limits of one constraint (`limit`: part by part, with an entry for each): each part holds what is fixed
// there and the heaviest vertex or group, and all parts together hold the graph. O(n).
void raise_limits_for_fixed(const graph& g, const options& o, std::uint32_t constraint,
                            std::vector<std::int64_t>& limit);

}  // namespace amorph::partition
