// The grid of single precision: see round_to_single in solver/mesh/refine/refine.hpp.
#pragma once

#include <vector>

#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// The finest grid with a power-of-two step that has at most 2^24 steps over the points' extent in either direction.
// Rounded points lie on their own grid as well, which is the same one or a finer one.
struct single_grid {
  explicit single_grid(const extent& of);
  // Throws error(bad_input) with the first point that is not on the grid.
  void check(cpu_exec& exec, span<const point> points) const;
  // Throws points_merge if two points coincide afterwards that did not.
  void round(std::vector<point>& points) const;

  point low{0, 0};   // on the grid
  double scale = 1;  // a power of two: (x - low) * scale is from 0 to 1
  double step = 1;   // 2^-24 / scale
};

}  // namespace amorph::mesh
