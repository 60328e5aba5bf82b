// Problems and answers as they cross the C boundary.
#pragma once

#include <cstdint>

#include "solver/run/core_run.hpp"

namespace amorph::traversal {

struct bfs_problem {
  const std::uint32_t* source;
  std::uint32_t sources, parents;
};
struct bfs_answer {
  std::uint32_t *level, *parent;  // parent: or null
};
inline constexpr std::uint32_t bfs_version = 2;

struct stcon_problem {
  std::uint32_t from, to;
};
struct stcon_answer {
  std::uint32_t distance;
  std::uint64_t visited;
};
inline constexpr std::uint32_t stcon_version = 1;

[[nodiscard]] core_entry* bfs_on_cpu();
[[nodiscard]] core_entry* stcon_on_cpu();

}  // namespace amorph::traversal
