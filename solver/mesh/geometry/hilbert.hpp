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

namespace detail {
// Four levels of the curve at once: per orientation of a cell, and position of a cell four levels below in it (4 bits
// of y, 4 of x), the index of that one and its orientation. Orientation: bit 0, coordinates swapped; bit 1, inverted.
struct hilbert_levels {
  std::uint16_t step[4][256];  // orientation << 8 | index

  constexpr hilbert_levels() : step() {
    for (unsigned start = 0; start != 4; ++start)
      for (unsigned cell = 0; cell != 256; ++cell) {
        unsigned orientation = start, index = 0;
        for (unsigned bit = 4; bit-- != 0;) {
          const unsigned inverted = orientation >> 1, x = (cell >> bit & 1) ^ inverted,
                         y = (cell >> (bit + 4) & 1) ^ inverted;
          const unsigned right = orientation & 1 ? y : x, upper = orientation & 1 ? x : y;
          index = index << 2 | ((3 * right) ^ upper);
          if (upper == 0) orientation ^= 1 | right << 1;
        }
        step[start][cell] = static_cast<std::uint16_t>(orientation << 8 | index);
      }
  }
};
inline constexpr hilbert_levels four_levels;
}  // namespace detail

// hilbert_index for a multiple of 4 bits; on the host three times as fast, without its unpredictable branches.
AMORPH_HD inline std::uint64_t hilbert_index_by_fours(std::uint32_t x, std::uint32_t y, unsigned bits) {
#if AMORPH_DEVICE_COMPILER
  return hilbert_index(x, y, bits);
#else
  std::uint64_t index = 0;
  unsigned orientation = 0;
  for (unsigned bit = bits; bit != 0;) {
    bit -= 4;
    const unsigned step = detail::four_levels.step[orientation][(y >> bit & 15) << 4 | (x >> bit & 15)];
    index = index << 8 | (step & 255);
    orientation = step >> 8;
  }
  return index;
#endif
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
  AMORPH_HD std::uint64_t index(point p) const {
    return hilbert_index_by_fours(cell(p.x - low.x), cell(p.y - low.y), bits);
  }
};

}  // namespace amorph::mesh
