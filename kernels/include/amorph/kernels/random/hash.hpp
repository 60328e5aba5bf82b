// Mixing of bits: the hash functions that the core, the solvers and the partitioner share. None is cryptographic.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// 2^64 divided by the golden ratio, odd: the increment of SplitMix64, and the multiplier of Fibonacci hashing (Knuth).
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15u;

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection in which every input bit affects every output bit.
// 0 is mapped to 0; hash() has no such fixed point among small keys.
AMORPH_HD constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The first number that SplitMix64 draws from state x.
AMORPH_HD constexpr std::uint64_t hash(std::uint64_t x) { return mix_bits(x + golden_ratio); }

// A bijection on 32 bits, half the cost of the above on a device ("lowbias32", Wellons 2018).
AMORPH_HD constexpr std::uint32_t hash32(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// The 32-bit finaliser of MurmurHash3 (Appleby), a bijection: 0 is mapped to 0.
AMORPH_HD constexpr std::uint32_t murmur32(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}
// Its inverse.
AMORPH_HD constexpr std::uint32_t murmur32_inverse(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7ed1b41du;
  x = (x ^ (x >> 13) ^ (x >> 26)) * 0xa5cb9243u;
  return x ^ (x >> 16);
}
static_assert(murmur32_inverse(murmur32(123456789)) == 123456789 && murmur32_inverse(murmur32(~0u)) == ~0u);

}  // namespace amorph
