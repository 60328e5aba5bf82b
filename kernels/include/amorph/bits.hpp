// Counting bits, the same words on both machines.
#pragma once

#include <cstdint>

#include "amorph/config.hpp"

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

}  // namespace amorph
