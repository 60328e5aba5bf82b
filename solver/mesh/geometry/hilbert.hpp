// The Hilbert curve (1891): consecutive cells on it are adjacent in the plane.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// The position on the curve of a cell of the 2^bits x 2^bits grid; bits <= 32.
AMORPH_HD constexpr std::uint64_t hilbert_index(std::uint32_t x, std::uint32_t y, unsigned bits) {
  std::uint64_t index = 0;
  for (unsigned bit = bits; bit-- != 0;) {
    const std::uint32_t right = x >> bit & 1, upper = y >> bit & 1;
    index = index << 2 | ((3 * right) ^ upper);
    if (upper != 0) continue;
    if (right != 0) {
      x = ~x;
      y = ~y;
    }
    const std::uint32_t t = x;
    x = y;
    y = t;
  }
  return index;
}

// A grid of 2^28 x 2^28 cells over the extent of points, numbered along the curve.
struct fine_curve {
  static constexpr unsigned bits = 28;
  point low;
  double side;  // of the grid

  AMORPH_HD static fine_curve over(point low, point high) {
    const double width = high.x - low.x, height = high.y - low.y, side = width > height ? width : height;
    return {low, side > 1e-300 ? side : 1e-300};
  }
  AMORPH_HD std::uint32_t cell(double from) const {
    return static_cast<std::uint32_t>(from / side * static_cast<double>((std::uint32_t{1} << bits) - 1));
  }
  AMORPH_HD std::uint64_t index(point p) const { return hilbert_index(cell(p.x - low.x), cell(p.y - low.y), bits); }
};

}  // namespace amorph::mesh
