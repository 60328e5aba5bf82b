// The host's part of stars: those that a device does not find.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/mesh/stars/core.hpp"

namespace amorph::mesh {

struct completed_stars {
  std::vector<std::uint32_t> begin, ids;  // as in finished_stars
};
// False if the vertices are collinear, or their triangles do not fit together. O(n log n) expected, on one thread.
[[nodiscard]] bool complete_stars(const unfinished_stars& stars, completed_stars& to);

}  // namespace amorph::mesh
