// What a domain has beside its points, as it crosses the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Segments between points, and points in holes.
struct domain_problem {
  std::uint32_t segments, holes;
  const std::uint32_t* ends;  // two points per segment
  const point* hole_at;
  std::uint32_t carve;  // 0: the domain is the convex hull
};

}  // namespace amorph::mesh
