// Counting and mixing bits, the same words on both machines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// The place of the lowest bit that is set; x is not 0.
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

// How many bits are set.
AMORPH_HD inline unsigned count_bits(std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__popc(x));
#else
  return static_cast<unsigned>(__builtin_popcount(x));
#endif
}

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that leaves no bit where it was.
AMORPH_HD constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
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

// How many bits are set in n words; on the host. A build for any x86-64 may not assume the instruction, and without it
// counting is a call a word.
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
