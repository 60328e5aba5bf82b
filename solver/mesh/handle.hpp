// An edge of a triangle as one number: 4 * triangle + the corner opposite to the edge; `none` is no edge.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

using handle = std::uint32_t;

AMORPH_HD constexpr handle edge_of(std::uint32_t triangle, std::uint32_t corner) { return 4 * triangle + corner; }
AMORPH_HD constexpr std::uint32_t triangle_of(handle h) { return h >> 2; }
AMORPH_HD constexpr std::uint32_t corner_of(handle h) { return h & 3; }

// The maximum number of triangles whose handles all differ from `none`.
inline constexpr std::uint32_t max_triangles = (std::uint32_t{1} << 30) - 2;

}  // namespace amorph::mesh
