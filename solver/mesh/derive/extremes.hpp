// Extreme angles and areas of a mesh.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

struct extremes {
  double min_angle, max_angle;  // degrees
  double min_area, max_area;
  std::uint64_t below_bound;  // triangles with an angle below the bound
};

// `bound`: in degrees; 0: none. Angles equal to it up to rounding are not below it.
[[nodiscard]] extremes extremes_of(cpu_exec& exec, const triangulation& m, double bound);

}  // namespace amorph::mesh
