// Matrices in tiles, and their products over (min, +): the interface of blocked all-pairs algorithms.
//
// Distances are below 2^31 - 1, which is infinity; two infinities add up below 2^32, and a sum that exceeds
// infinity is never stored. A backend's min_plus<Exec> has
//   tile                             rows and columns of a tile
//   close(exec, m, k)                tile (k, k) becomes the distances within it (Floyd-Warshall)
//   panels(exec, m, k, reach)        row k and column k of tiles: times the closed tile (k, k), in place
//   trail(exec, m, k, reach)         all other tiles (i, j): the minimum of themselves and (i, k) + (k, j)
//   product(exec, c, a, b, r, q, d)  c, r by q tiles: the minimum of itself and a + b, d tiles deep; c is not a or b
// `reach` holds a flag per tile of the row and the column: whether it has a finite distance. Products with empty tiles
// are skipped (the "lazy minimum" of the IIIT report, by tiles).
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/graph/apsp/apsp.hpp"

namespace amorph::apsp {

struct matrix {
  std::uint32_t* data;
  std::size_t pitch;  // elements from one row to the next
  std::size_t tiles;  // per side; 0 if not square

  template <unsigned Tile> [[nodiscard]] AMORPH_HD matrix at(std::size_t row, std::size_t column) const {
    return {data + row * Tile * pitch + column * Tile, pitch, tiles};
  }
};
struct reach_flags {
  std::uint32_t *row, *column;  // tiles each
};

template <class Exec> struct min_plus;

}  // namespace amorph::apsp
