// How the edges of many vertices are shared out among threads, and how a list of what they find is made. The tables in
// README.md say when which.
#pragma once

#include <cstdint>

namespace amorph {

enum class balance : std::uint8_t { thread, warp, edge, donate };

enum class insertion : std::uint8_t { counter, local_queues, prefix_sum, scatter_gather };

}  // namespace amorph
