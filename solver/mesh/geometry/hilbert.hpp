// The Hilbert curve (1891): consecutive cells on it are adjacent in the plane.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"

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

}  // namespace amorph::mesh
