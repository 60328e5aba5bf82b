// Positive numbers of a range far beyond a double's, in one 64-bit word: 18 bits of exponent, 46 of mantissa (so
// integers up to 2^46 are exact, and rounding errors are 2^-47 in proportion). Numbers of shortest paths grow
// exponentially with depth: on a grid of streets they pass 1e308 after some 4500 levels. Zero is the word 0.
//
// Sums have one order on every machine: a row of up to `short_row` arcs from first to last; a longer one in pieces of
// `piece_arcs`, which are added in order, each by 32 partial sums (member r adds arcs r, r + 32, ...) that are then
// combined in halves. The members are the lanes of a warp; a CPU thread processes all of them. Zeros
// leave a sum unchanged.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "amorph/kernels/base/config.hpp"

namespace amorph::betweenness {

using scaled_word = std::uint64_t;
inline constexpr unsigned mantissa_bits = 46;
inline constexpr std::int32_t exponent_bias = 1 << 17, exponent_limit = (1 << 17) - 64;

AMORPH_BODY inline double double_of(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __longlong_as_double(static_cast<long long>(bits));
#else
  return std::bit_cast<double>(bits);
#endif
}
AMORPH_BODY inline std::uint64_t bits_of(double x) {
#if defined(__CUDA_ARCH__)
  return static_cast<std::uint64_t>(__double_as_longlong(x));
#else
  return std::bit_cast<std::uint64_t>(x);
#endif
}
// 2^e for -1022 <= e <= 1023.
AMORPH_BODY inline double power_of_two(std::int32_t e) { return double_of(static_cast<std::uint64_t>(1023 + e) << 52); }

// value * 2^exponent; value is 0, or far from the ends of a double's range.
struct scaled {
  double value = 0;
  std::int32_t exponent = 0;
};

AMORPH_BODY inline scaled unpack(scaled_word w) {
  if (w == 0) return {};
  const std::uint64_t mantissa = w & ((std::uint64_t{1} << mantissa_bits) - 1);
  return {double_of(std::uint64_t{1023} << 52 | mantissa << (52 - mantissa_bits)),
          static_cast<std::int32_t>(w >> mantissa_bits) - exponent_bias};
}
// Rounded to the nearest; x.value is above 0 and x.exponent within the limit. A mantissa that is rounded up
// carries into the exponent, as intended.
AMORPH_BODY inline scaled_word pack(scaled x) {
  const std::uint64_t bits = bits_of(x.value);
  const auto exponent = static_cast<std::int64_t>(bits >> 52) - 1023 + x.exponent + exponent_bias;
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) + (std::uint64_t{1} << (51 - mantissa_bits));
  return (static_cast<std::uint64_t>(exponent) << mantissa_bits) + (mantissa >> (52 - mantissa_bits));
}

// Exactly commutative: members of a team may combine in either direction.
AMORPH_BODY inline scaled operator+(scaled a, scaled b) {
  if (b.value == 0) return a;
  if (a.value == 0) return b;
  if (a.exponent < b.exponent) {
    const scaled c = a;
    a = b;
    b = c;
  }
  const std::int32_t down = b.exponent - a.exponent;
  if (down >= -200) a.value += b.value * power_of_two(down);
  return a;
}

inline constexpr std::uint64_t short_row = 16, piece_arcs = 1024;
inline constexpr unsigned lanes = 32;

// word(i) for i in 0 .. n-1; 0 for items that are not added.
template <class Word> AMORPH_BODY scaled sum_in_order(std::uint64_t n, Word word) {
  scaled sum;
  for (std::uint64_t i = 0; i != n; ++i)
    if (const scaled_word w = word(i); w != 0) sum = sum + unpack(w);
  return sum;
}

// A row of any length. Every member gets the sum.
template <class Team, class Word> AMORPH_BODY scaled sum_of_row(Team team, std::uint64_t degree, Word word) {
  if (degree <= short_row) return sum_in_order(degree, word);
  scaled all;
  for (std::uint64_t first = 0; first < degree; first += piece_arcs) {
    const std::uint64_t n = degree - first < piece_arcs ? degree - first : piece_arcs;
    if constexpr (Team::size() == 1) {
      // Most words are 0: the members' sums are initialised at the first nonzero word.
      std::uint64_t i = 0;
      scaled_word w = 0;
      while (i != n && (w = word(first + i)) == 0) ++i;
      if (i == n) continue;
      scaled sum[lanes];
      sum[i % lanes] = unpack(w);
      for (++i; i != n; ++i)
        if (w = word(first + i); w != 0) sum[i % lanes] = sum[i % lanes] + unpack(w);
      for (unsigned d = lanes / 2; d != 0; d /= 2)
        for (unsigned r = 0; r != d; ++r) sum[r] = sum[r] + sum[r + d];
      all = all + sum[0];
    } else {
      scaled sum;
      for (std::uint64_t i = team.rank(); i < n; i += lanes) sum = sum + unpack(word(first + i));
      for (unsigned d = lanes / 2; d != 0; d /= 2) {
        const unsigned other = (team.rank() + d) % lanes;
        sum = sum + scaled{team.broadcast(sum.value, other), team.broadcast(sum.exponent, other)};
      }
      all = all + scaled{team.broadcast(sum.value), team.broadcast(sum.exponent)};
    }
  }
  return all;
}

}  // namespace amorph::betweenness
