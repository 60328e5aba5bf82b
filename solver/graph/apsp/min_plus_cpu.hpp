// Min-plus products on the CPU: a block of C stays in registers while rows of B stream past. One body is built for
// SSE2, AVX2 and AVX-512, and the best one is chosen at run time; the answer is the same.
#pragma once

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/apsp/min_plus.hpp"

namespace amorph::apsp {

namespace detail {

inline constexpr unsigned cpu_tile = 64;

// Spelt out: GCC drops attributes that depend on a template argument.
template <unsigned Bytes> struct lanes_of;
template <> struct lanes_of<16> {
  typedef std::uint32_t type __attribute__((vector_size(16), aligned(4), may_alias));
};
template <> struct lanes_of<32> {
  typedef std::uint32_t type __attribute__((vector_size(32), aligned(4), may_alias));
};
template <> struct lanes_of<64> {
  typedef std::uint32_t type __attribute__((vector_size(64), aligned(4), may_alias));
};

// c, one tile, from a and b, one tile each. Works in place (b or a is c) if the other one is closed: values that are
// read after their update are lengths of paths too, and no product falls below the distances.
template <unsigned Bytes, unsigned Rows>
__attribute__((always_inline)) inline void tile_product(std::uint32_t* c, std::size_t pitch_c, const std::uint32_t* a,
                                                        std::size_t pitch_a, const std::uint32_t* b,
                                                        std::size_t pitch_b) {
  using lanes = typename lanes_of<Bytes>::type;
  constexpr unsigned width = Bytes / 4;
  for (unsigned i = 0; i != cpu_tile; i += Rows)
    for (unsigned j = 0; j != cpu_tile; j += 2 * width) {
      lanes minimum[Rows][2];
      for (unsigned r = 0; r != Rows; ++r)
        for (unsigned h = 0; h != 2; ++h)
          minimum[r][h] = *reinterpret_cast<const lanes*>(c + (i + r) * pitch_c + j + h * width);
      for (unsigned k = 0; k != cpu_tile; ++k) {
        const lanes b0 = *reinterpret_cast<const lanes*>(b + k * pitch_b + j);
        const lanes b1 = *reinterpret_cast<const lanes*>(b + k * pitch_b + j + width);
        for (unsigned r = 0; r != Rows; ++r) {
          const std::uint32_t first = a[(i + r) * pitch_a + k];
          const lanes s0 = b0 + first, s1 = b1 + first;
          minimum[r][0] = s0 < minimum[r][0] ? s0 : minimum[r][0];
          minimum[r][1] = s1 < minimum[r][1] ? s1 : minimum[r][1];
        }
      }
      for (unsigned r = 0; r != Rows; ++r)
        for (unsigned h = 0; h != 2; ++h)
          *reinterpret_cast<lanes*>(c + (i + r) * pitch_c + j + h * width) = minimum[r][h];
    }
}
template <unsigned Bytes> __attribute__((always_inline)) inline void tile_closure(std::uint32_t* c, std::size_t pitch) {
  using lanes = typename lanes_of<Bytes>::type;
  constexpr unsigned width = Bytes / 4;
  for (unsigned k = 0; k != cpu_tile; ++k)
    for (unsigned i = 0; i != cpu_tile; ++i) {
      const std::uint32_t first = c[i * pitch + k];
      if (first == unreached) continue;
      for (unsigned j = 0; j != cpu_tile; j += width) {
        lanes* at = reinterpret_cast<lanes*>(c + i * pitch + j);
        const lanes sum = *reinterpret_cast<const lanes*>(c + k * pitch + j) + first;
        *at = sum < *at ? sum : *at;
      }
    }
}

struct tile_functions {
  void (*product)(std::uint32_t*, std::size_t, const std::uint32_t*, std::size_t, const std::uint32_t*, std::size_t);
  void (*closure)(std::uint32_t*, std::size_t);
};
inline void product_16(std::uint32_t* c, std::size_t pc, const std::uint32_t* a, std::size_t pa, const std::uint32_t* b,
                       std::size_t pb) {
  tile_product<16, 4>(c, pc, a, pa, b, pb);
}
inline void closure_16(std::uint32_t* c, std::size_t pitch) { tile_closure<16>(c, pitch); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) inline void product_32(std::uint32_t* c, std::size_t pc, const std::uint32_t* a,
                                                       std::size_t pa, const std::uint32_t* b, std::size_t pb) {
  tile_product<32, 4>(c, pc, a, pa, b, pb);
}
__attribute__((target("avx2"))) inline void closure_32(std::uint32_t* c, std::size_t pitch) {
  tile_closure<32>(c, pitch);
}
__attribute__((target("avx512f"))) inline void product_64(std::uint32_t* c, std::size_t pc, const std::uint32_t* a,
                                                          std::size_t pa, const std::uint32_t* b, std::size_t pb) {
  tile_product<64, 8>(c, pc, a, pa, b, pb);
}
__attribute__((target("avx512f"))) inline void closure_64(std::uint32_t* c, std::size_t pitch) {
  tile_closure<64>(c, pitch);
}
#endif
inline tile_functions best_functions() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {&product_64, &closure_64};
  if (__builtin_cpu_supports("avx2")) return {&product_32, &closure_32};
#endif
  return {&product_16, &closure_16};
}

}  // namespace detail

template <> struct min_plus<cpu_exec> {
  static constexpr unsigned tile = detail::cpu_tile;

  static void close(cpu_exec&, const matrix& m, std::size_t k) {
    const matrix t = m.at<tile>(k, k);
    functions().closure(t.data, t.pitch);
  }
  static void panels(cpu_exec& exec, const matrix& m, std::size_t k, const reach_flags& reach) {
    const matrix closed = m.at<tile>(k, k);
    exec.ranges(2 * m.tiles, 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t i = first; i != last; ++i) {
        const std::size_t other = i / 2;
        const bool in_row = i % 2 == 0;
        const matrix t = in_row ? m.at<tile>(k, other) : m.at<tile>(other, k);
        const bool any = other == k || reaches(t);
        (in_row ? reach.row : reach.column)[other] = any ? 1 : 0;
        if (other == k || !any) continue;
        if (in_row)
          functions().product(t.data, t.pitch, closed.data, closed.pitch, t.data, t.pitch);
        else
          functions().product(t.data, t.pitch, t.data, t.pitch, closed.data, closed.pitch);
      }
    });
  }
  static void trail(cpu_exec& exec, const matrix& m, std::size_t k, const reach_flags& reach) {
    exec.ranges(m.tiles, 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t i = first; i != last; ++i) {
        if (i == k || reach.column[i] == 0) continue;
        const matrix a = m.at<tile>(i, k);
        for (std::size_t j = 0; j != m.tiles; ++j) {
          if (j == k || reach.row[j] == 0) continue;
          const matrix b = m.at<tile>(k, j), c = m.at<tile>(i, j);
          functions().product(c.data, c.pitch, a.data, a.pitch, b.data, b.pitch);
        }
      }
    });
  }
  static void product(cpu_exec& exec, const matrix& c, const matrix& a, const matrix& b, std::size_t rows,
                      std::size_t columns, std::size_t depth) {
    exec.ranges(rows * columns, 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t t = first; t != last; ++t) {
        const std::size_t i = t / columns, j = t % columns;
        const matrix to = c.at<tile>(i, j);
        for (std::size_t k = 0; k != depth; ++k) {
          const matrix left = a.at<tile>(i, k), right = b.at<tile>(k, j);
          functions().product(to.data, to.pitch, left.data, left.pitch, right.data, right.pitch);
        }
      }
    });
  }

 private:
  static const detail::tile_functions& functions() {
    static const detail::tile_functions best = detail::best_functions();
    return best;
  }
  static bool reaches(const matrix& t) {
    for (unsigned i = 0; i != tile; ++i)
      for (unsigned j = 0; j != tile; ++j)
        if (t.data[i * t.pitch + j] != unreached) return true;
    return false;
  }
};

}  // namespace amorph::apsp
