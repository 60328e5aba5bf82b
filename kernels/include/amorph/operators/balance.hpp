// How the edges of many vertices are shared out among threads. The table in README.md says when which.
#pragma once

#include <cstdint>

namespace amorph {

enum class balance : std::uint8_t { thread, warp, edge };

}  // namespace amorph
