// Load-balance and insertion strategies. README.md has tables of what they do and when to use them.
#pragma once

#include <cstdint>

namespace amorph {

enum class balance : std::uint8_t { thread, warp, edge, donate };

enum class insertion : std::uint8_t { counter, local_queues, prefix_sum, scatter_gather };

}  // namespace amorph
