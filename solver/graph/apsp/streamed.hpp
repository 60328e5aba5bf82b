// Out-of-core Floyd-Warshall: the matrix is in host memory, and its blocks are copied to the device, updated and copied
// back (IIIT report, section VII.B, "Streaming Blocks").
//
// The row and the column of blocks of a pivot stay on the device while the other blocks pass through, three at a time:
// one is copied in while one is updated and one is copied out. 2 n b + 5 b^2 elements for blocks of b by b. The matrix
// crosses the bus twice per pivot, 8 n^3 / b bytes in all.
#pragma once

#include <algorithm>

#include "amorph/kernels/staging/available.hpp"
#include "amorph/kernels/staging/block_stream.hpp"
#include "solver/graph/apsp/min_plus.hpp"

namespace amorph::apsp {

// Closes the square of `tiles` tiles at m's corner, A B over C D (R-Kleene; D'Alberto, Nicolau, Algorithmica 2007).
// copy( block, rows, columns) returns a copy: products are not in place, so a factor that is overwritten is read from a
// copy.
template <class Exec, class Copy> void close_square(Exec& exec, const matrix& m, std::size_t tiles, Copy copy) {
  using products = min_plus<Exec>;
  constexpr unsigned tile = products::tile;
  if (tiles == 1) return products::close(exec, m, 0);
  const std::size_t p = tiles / 2, q = tiles - p;
  const matrix a = m, b = m.at<tile>(0, p), c = m.at<tile>(p, 0), d = m.at<tile>(p, p);
  close_square(exec, a, p, copy);
  products::product(exec, b, a, copy(b, p, q), p, q, p);
  products::product(exec, c, copy(c, q, p), a, q, p, p);
  products::product(exec, d, c, b, q, q, p);
  close_square(exec, d, q, copy);
  products::product(exec, b, copy(b, p, q), d, p, q, q);
  products::product(exec, c, d, copy(c, q, p), q, p, q);
  products::product(exec, a, b, c, p, p, q);
}

struct block_copy {
  matrix from;
  std::uint32_t* to;
  std::size_t width;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = from.data[i / width * from.pitch + i % width]; }
};

template <class Exec> class streamed_run {
  using products = min_plus<Exec>;
  static constexpr std::size_t tile = products::tile, most_tiles = 64;
  using stream = block_stream<std::uint32_t, Exec>;
  static constexpr unsigned passing = stream::slots;
  using buffer = typename Exec::template buffer<std::uint32_t>;

 public:
  // Allocates blocks that are as large as memory allows, with at least four per row. `table`: n by n, in host memory.
  streamed_run(Exec& exec, std::uint32_t* table, std::size_t vertices)
      : exec_(exec), n_(vertices), stream_(exec, table, vertices, vertices) {
    const std::size_t tiles = (n_ + tile - 1) / tile;
    const std::uint64_t available = available_memory(exec);
    for (side_ = std::clamp<std::size_t>((tiles + 3) / 4, 1, most_tiles);; side_ = (side_ + 1) / 2) {
      blocks_ = (tiles + side_ - 1) / side_;
      if (side_ == 1 || (2 * blocks_ + 2 + passing) * size() * sizeof(std::uint32_t) <= available) break;
    }
    row_ = buffer(exec, blocks_ * size());
    column_ = buffer(exec, blocks_ * size());
    pivot_ = buffer(exec, size());
    passing_ = buffer(exec, passing * size());
    copy_ = buffer(exec, size());
  }

  // The memory footprint with the smallest blocks.
  [[nodiscard]] static std::uint64_t min_bytes(std::uint64_t vertices) {
    const std::uint64_t tiles = (vertices + tile - 1) / tile;
    return (2 * tiles + 2 + passing) * tile * tile * sizeof(std::uint32_t);
  }

  void run() {
    for (std::size_t k = 0; k != blocks_; ++k) {
      exec_.report("pivot block", k, blocks_);
      const matrix pivot = square(pivot_, 0);
      stream_.barrier();
      load(0, k, k, pivot);
      close_square(exec_, pivot, side_, [this](const matrix& m, std::size_t rows, std::size_t columns) {
        return copy_of(m, rows, columns);
      });
      store(0, k, k, pivot);
      unsigned slot = 0;
      auto next_slot = [&slot] { return slot = (slot + 1) % passing; };
      for (std::size_t j = 0; j != blocks_; ++j) {
        if (j == k) continue;
        const matrix in_row = square(row_, j), in_column = square(column_, j);
        load(next_slot(), k, j, in_row);
        products::product(exec_, in_row, pivot, copy_of(in_row, side_, side_), side_, side_, side_);
        store(slot, k, j, in_row);
        load(next_slot(), j, k, in_column);
        products::product(exec_, in_column, copy_of(in_column, side_, side_), pivot, side_, side_, side_);
        store(slot, j, k, in_column);
      }
      for (std::size_t i = 0; i != blocks_; ++i)
        for (std::size_t j = 0; j != blocks_; ++j) {
          if (i == k || j == k) continue;
          const matrix one = square(passing_, next_slot());
          load(slot, i, j, one);
          products::product(exec_, one, square(column_, i), square(row_, j), side_, side_, side_);
          store(slot, i, j, one);
        }
    }
    stream_.barrier();
  }

 private:
  [[nodiscard]] std::size_t width() const { return side_ * tile; }
  [[nodiscard]] std::size_t size() const { return width() * width(); }
  [[nodiscard]] matrix square(buffer& from, std::size_t i) const { return {from.data() + i * size(), width(), side_}; }
  matrix copy_of(const matrix& from, std::size_t rows, std::size_t columns) {
    exec_.for_each(rows * tile * columns * tile, block_copy{from, copy_.data(), columns * tile});
    return {copy_.data(), columns * tile, 0};
  }

  // The rows or columns of block i, which is cut at the end of the matrix.
  [[nodiscard]] std::size_t extent(std::size_t i) const { return std::min(n_ - i * width(), width()); }
  [[nodiscard]] matrix_window window(std::size_t i, std::size_t j) const {
    return {i * width(), j * width(), extent(i), extent(j)};
  }
  void load(unsigned slot, std::size_t i, std::size_t j, const matrix& to) {
    if (extent(i) != width() || extent(j) != width()) stream_.fill(slot, {to.data, size()}, unreached);
    stream_.load(slot, window(i, j), to.data, to.pitch);
  }
  void store(unsigned slot, std::size_t i, std::size_t j, const matrix& from) {
    stream_.store(slot, from.data, from.pitch, window(i, j));
  }

  Exec& exec_;
  std::size_t n_, side_ = 1, blocks_ = 0;
  buffer row_, column_, pivot_, passing_, copy_;
  stream stream_;
};

}  // namespace amorph::apsp
