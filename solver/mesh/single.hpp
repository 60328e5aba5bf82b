// The grid of single precision: see round_to_single in amorph/refine.hpp.
#pragma once

#include <vector>

#include "amorph/mesh.hpp"

namespace amorph::mesh {

struct single_grid {
  explicit single_grid(const std::vector<point>& points);
  // Throws error(bad_input) with the first point that is not on the grid.
  void check(const std::vector<point>& points) const;
  // Throws error(bad_input) where two points become one.
  void round(std::vector<point>& points) const;

  point low{0, 0};   // on the grid
  double scale = 1;  // a power of two: (x - low) * scale is from 0 to 1
  double step = 1;   // 2^-24 / scale
};

}  // namespace amorph::mesh
