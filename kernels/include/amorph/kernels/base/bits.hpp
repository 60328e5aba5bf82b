// Finding and counting bits, the same functions on both backends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// The index of the lowest set bit; x is not 0.
AMORPH_HD inline unsigned lowest_bit(std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__ffs(static_cast<int>(x)) - 1);
#else
  return static_cast<unsigned>(__builtin_ctz(x));
#endif
}
AMORPH_HD inline unsigned lowest_bit(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__ffsll(static_cast<long long>(x)) - 1);
#else
  return static_cast<unsigned>(__builtin_ctzll(x));
#endif
}

// The number of set bits.
AMORPH_HD inline unsigned count_bits(std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__popc(x));
#else
  return static_cast<unsigned>(__builtin_popcount(x));
#endif
}

#if !defined(__CUDACC__)
namespace detail {
#if defined(__x86_64__)
__attribute__((target("popcnt"))) inline std::uint64_t count_by_instruction(const std::uint64_t* words, std::size_t n) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i != n; ++i) count += static_cast<std::uint64_t>(__builtin_popcountll(words[i]));
  return count;
}
#endif
}  // namespace detail

// The number of set bits in n words; host only. A build for baseline x86-64 cannot assume the popcnt instruction, and
// without it the compiler emits a library call per word.
inline std::uint64_t count_bits(const std::uint64_t* words, std::size_t n) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) return detail::count_by_instruction(words, n);
#endif
  std::uint64_t count = 0;
  for (std::size_t i = 0; i != n; ++i) count += static_cast<std::uint64_t>(__builtin_popcountll(words[i]));
  return count;
}
#endif

}  // namespace amorph
