// What blocked all-pairs algorithms are written in: matrices in tiles, and the products of min and +.
//
// Distances are below 2^31 - 1, which is infinity; two infinities add up below 2^32, and what is larger than infinity is
// taken for it, being never stored over it. A machine's min_plus<Exec> has
//   tile                                    how many rows and columns a tile has
//   close(exec, m, k)                       tile (k, k) becomes the distances within it (Floyd-Warshall)
//   panels(exec, m, k, reach)               row k and column k of tiles: times the closed tile (k, k), in place
//   trail(exec, m, k, reach)                all other tiles (i, j): the least of themselves and (i, k) + (k, j)
//   product(exec, c, a, b, r, q, d)         c, r by q tiles: the least of itself and a + b, d tiles deep; c is not a or b
// `reach` holds two flags a tile of the row and the column: whether it has any distance that is not infinite. Products
// without are left out (the "lazy minimum" of the IIIT report, by tiles).
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/graph/apsp/apsp.hpp"

namespace amorph::apsp {

struct matrix {
  std::uint32_t* data;
  std::size_t pitch;  // elements from a row to the next
  std::size_t tiles;  // a side; 0 for what is not square

  template <unsigned Tile> [[nodiscard]] AMORPH_HD matrix at(std::size_t row, std::size_t column) const {
    return {data + row * Tile * pitch + column * Tile, pitch, tiles};
  }
};
struct reach_flags {
  std::uint32_t *row, *column;  // tiles each
};

template <class Exec> struct min_plus;

}  // namespace amorph::apsp
