// Min-plus products on the device. Compiled by nvcc only.
//
// A block of 256 threads computes a tile of 128 by 128, a thread 8 by 8 elements of it in registers, while slices of A
// and B, 16 deep, pass through shared memory and the next ones are loaded. Min and + are one DPX instruction on Hopper
// (__viaddmin_u32), 64 per clock and multiprocessor, which is the bound; memory traffic is low at that depth.
#pragma once

#include "amorph/kernels/exec/cuda.cuh"
#include "solver/graph/apsp/min_plus.hpp"

namespace amorph::apsp {

namespace detail {

inline constexpr unsigned cuda_tile = 128, product_threads = 256, slice = 16, slice_pitch = cuda_tile + 4;

struct slices {
  std::uint32_t a[2][slice][slice_pitch];  // transposed
  std::uint32_t b[2][slice][cuda_tile];
};

// A thread's share of a tile: rows 4 ty .. 4 ty + 3 and 64 further, columns 4 tx .. 4 tx + 3 and 64 further.
class tile_share {
 public:
  __device__ tile_share() : tx_(threadIdx.x % 16), ty_(threadIdx.x / 16) {}

  __device__ void load(const matrix& c) {
#pragma unroll
    for (int i = 0; i != 8; ++i)
#pragma unroll
      for (int h = 0; h != 2; ++h) {
        const uint4 four = *reinterpret_cast<const uint4*>(c.data + row(i) * c.pitch + 64 * h + 4 * tx_);
        minimum_[i][4 * h] = four.x;
        minimum_[i][4 * h + 1] = four.y;
        minimum_[i][4 * h + 2] = four.z;
        minimum_[i][4 * h + 3] = four.w;
      }
  }
  __device__ void store(const matrix& c) const {
#pragma unroll
    for (int i = 0; i != 8; ++i)
#pragma unroll
      for (int h = 0; h != 2; ++h)
        *reinterpret_cast<uint4*>(c.data + row(i) * c.pitch + 64 * h + 4 * tx_) =
            make_uint4(minimum_[i][4 * h], minimum_[i][4 * h + 1], minimum_[i][4 * h + 2], minimum_[i][4 * h + 3]);
  }
  [[nodiscard]] __device__ bool reaches() const {
    bool any = false;
#pragma unroll
    for (int i = 0; i != 8; ++i)
#pragma unroll
      for (int j = 0; j != 8; ++j) any |= minimum_[i][j] < unreached;
    return any;
  }

  // All threads of the block. a is `depth` elements wide, and b as high; depth is a multiple of `slice`.
  __device__ void add_product(slices& s, const matrix& a, const matrix& b, std::size_t depth) {
    uint4 next_a[2], next_b[2];
    fetch(a, b, 0, next_a, next_b);
    __syncthreads();  // the previous users of the slices
    put(s, 0, next_a, next_b);
    __syncthreads();
    unsigned here = 0;
    for (std::size_t k = slice;; k += slice) {
      const bool more = k < depth;
      if (more) fetch(a, b, k, next_a, next_b);
#pragma unroll
      for (unsigned kk = 0; kk != slice; ++kk) {
        std::uint32_t x[8], y[8];
#pragma unroll
        for (int h = 0; h != 2; ++h) {
          const uint4 p = *reinterpret_cast<const uint4*>(&s.a[here][kk][64 * h + 4 * ty_]);
          const uint4 q = *reinterpret_cast<const uint4*>(&s.b[here][kk][64 * h + 4 * tx_]);
          x[4 * h] = p.x, x[4 * h + 1] = p.y, x[4 * h + 2] = p.z, x[4 * h + 3] = p.w;
          y[4 * h] = q.x, y[4 * h + 1] = q.y, y[4 * h + 2] = q.z, y[4 * h + 3] = q.w;
        }
#pragma unroll
        for (int i = 0; i != 8; ++i)
#pragma unroll
          for (int j = 0; j != 8; ++j) minimum_[i][j] = __viaddmin_u32(x[i], y[j], minimum_[i][j]);
      }
      if (!more) break;
      put(s, here ^ 1, next_a, next_b);
      __syncthreads();
      here ^= 1;
    }
  }

 private:
  [[nodiscard]] __device__ std::size_t row(int i) const { return (i & 3) + 4 * ty_ + (i < 4 ? 0 : 64); }

  __device__ static void fetch(const matrix& a, const matrix& b, std::size_t k, uint4 (&to_a)[2], uint4 (&to_b)[2]) {
#pragma unroll
    for (unsigned h = 0; h != 2; ++h) {
      const std::size_t row_a = threadIdx.x / 4 + 64 * h, row_b = threadIdx.x / 32 + 8 * h;
      to_a[h] = *reinterpret_cast<const uint4*>(a.data + row_a * a.pitch + k + threadIdx.x % 4 * 4);
      to_b[h] = *reinterpret_cast<const uint4*>(b.data + (k + row_b) * b.pitch + threadIdx.x % 32 * 4);
    }
  }
  __device__ static void put(slices& s, unsigned where, const uint4 (&a)[2], const uint4 (&b)[2]) {
#pragma unroll
    for (unsigned h = 0; h != 2; ++h) {
      const unsigned row_a = threadIdx.x / 4 + 64 * h, at = threadIdx.x % 4 * 4;
      s.a[where][at][row_a] = a[h].x;
      s.a[where][at + 1][row_a] = a[h].y;
      s.a[where][at + 2][row_a] = a[h].z;
      s.a[where][at + 3][row_a] = a[h].w;
      *reinterpret_cast<uint4*>(&s.b[where][threadIdx.x / 32 + 8 * h][threadIdx.x % 32 * 4]) = b[h];
    }
  }

  unsigned tx_, ty_;
  std::uint32_t minimum_[8][8];
};

// Floyd-Warshall within a tile: 1,024 threads, 4 by 4 each in registers; row k and column k are passed through shared
// memory.
__global__ void __launch_bounds__(1024) close_kernel(matrix c) {
  __shared__ uint4 row[2][32], column[2][32];
  const unsigned tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  std::uint32_t d[4][4];
#pragma unroll
  for (unsigned i = 0; i != 4; ++i) {
    const uint4 four = *reinterpret_cast<const uint4*>(c.data + (4 * ty + i) * c.pitch + 4 * tx);
    d[i][0] = four.x, d[i][1] = four.y, d[i][2] = four.z, d[i][3] = four.w;
  }
  for (unsigned owner = 0; owner != 32; ++owner)
#pragma unroll
    for (unsigned r = 0; r != 4; ++r) {
      if (ty == owner) row[r % 2][tx] = make_uint4(d[r][0], d[r][1], d[r][2], d[r][3]);
      if (tx == owner) column[r % 2][ty] = make_uint4(d[0][r], d[1][r], d[2][r], d[3][r]);
      __syncthreads();
      const uint4 to = row[r % 2][tx], from = column[r % 2][ty];
      const std::uint32_t x[4] = {from.x, from.y, from.z, from.w}, y[4] = {to.x, to.y, to.z, to.w};
#pragma unroll
      for (unsigned i = 0; i != 4; ++i)
#pragma unroll
        for (unsigned j = 0; j != 4; ++j) d[i][j] = __viaddmin_u32(x[i], y[j], d[i][j]);
    }
#pragma unroll
  for (unsigned i = 0; i != 4; ++i)
    *reinterpret_cast<uint4*>(c.data + (4 * ty + i) * c.pitch + 4 * tx) =
        make_uint4(d[i][0], d[i][1], d[i][2], d[i][3]);
}

// Blocks 0 .. tiles-1: the row; then the column. A block reads its own tile before it writes it.
__global__ void __launch_bounds__(product_threads, 2) panels_kernel(matrix m, std::size_t k, reach_flags reach) {
  __shared__ slices s;
  const bool in_row = blockIdx.x < m.tiles;
  const std::size_t other = in_row ? blockIdx.x : blockIdx.x - m.tiles;
  const matrix t = in_row ? m.at<cuda_tile>(k, other) : m.at<cuda_tile>(other, k), closed = m.at<cuda_tile>(k, k);
  tile_share share;
  share.load(t);
  const bool any = __syncthreads_or(share.reaches()) != 0;
  if (threadIdx.x == 0) (in_row ? reach.row : reach.column)[other] = any ? 1 : 0;
  if (other == k || !any) return;
  share.add_product(s, in_row ? closed : t, in_row ? t : closed, cuda_tile);
  __syncthreads();
  share.store(t);
}

__global__ void __launch_bounds__(product_threads, 2) trail_kernel(matrix m, std::size_t k, reach_flags reach) {
  __shared__ slices s;
  const std::size_t i = blockIdx.y + (blockIdx.y >= k ? 1 : 0), j = blockIdx.x + (blockIdx.x >= k ? 1 : 0);
  if (reach.column[i] == 0 || reach.row[j] == 0) return;
  const matrix c = m.at<cuda_tile>(i, j);
  tile_share share;
  share.load(c);
  share.add_product(s, m.at<cuda_tile>(i, k), m.at<cuda_tile>(k, j), cuda_tile);
  share.store(c);
}

__global__ void __launch_bounds__(product_threads, 2) product_kernel(matrix c, matrix a, matrix b, std::size_t depth) {
  __shared__ slices s;
  const matrix to = c.at<cuda_tile>(blockIdx.y, blockIdx.x);
  tile_share share;
  share.load(to);
  share.add_product(s, a.at<cuda_tile>(blockIdx.y, 0), b.at<cuda_tile>(0, blockIdx.x), depth * cuda_tile);
  share.store(to);
}

inline void launched() { amorph::detail::cuda_check(cudaGetLastError(), "launch a kernel"); }

}  // namespace detail

template <> struct min_plus<cuda_exec> {
  static constexpr unsigned tile = detail::cuda_tile;

  static void close(cuda_exec& exec, const matrix& m, std::size_t k) {
    detail::close_kernel<<<1, 1024, 0, exec.stream()>>>(m.at<tile>(k, k));
    detail::launched();
  }
  static void panels(cuda_exec& exec, const matrix& m, std::size_t k, const reach_flags& reach) {
    const auto blocks = static_cast<unsigned>(2 * m.tiles);
    detail::panels_kernel<<<blocks, detail::product_threads, 0, exec.stream()>>>(m, k, reach);
    detail::launched();
  }
  static void trail(cuda_exec& exec, const matrix& m, std::size_t k, const reach_flags& reach) {
    if (m.tiles < 2) return;
    const auto side = static_cast<unsigned>(m.tiles - 1);
    detail::trail_kernel<<<dim3(side, side), detail::product_threads, 0, exec.stream()>>>(m, k, reach);
    detail::launched();
  }
  static void product(cuda_exec& exec, const matrix& c, const matrix& a, const matrix& b, std::size_t rows,
                      std::size_t columns, std::size_t depth) {
    const dim3 blocks(static_cast<unsigned>(columns), static_cast<unsigned>(rows));
    detail::product_kernel<<<blocks, detail::product_threads, 0, exec.stream()>>>(c, a, b, depth);
    detail::launched();
  }
};

}  // namespace amorph::apsp
