// Random numbers that are functions of (seed, stream, number): any thread may draw any of them at any time.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/base/config.hpp"

namespace amorph {

class random_stream {
 public:
  AMORPH_HD constexpr random_stream(std::uint64_t seed, std::uint64_t stream)
      : base_(mix_bits(mix_bits(seed + 0x9e3779b97f4a7c15u) ^ stream * 0xd1342543de82ef95u)) {}

  AMORPH_HD constexpr std::uint64_t operator()(std::uint64_t i) const {
    return mix_bits(base_ + (i + 1) * 0x9e3779b97f4a7c15u);
  }
  // Below n (at least 1), as even as 64 bits allow.
  AMORPH_HD constexpr std::uint64_t below(std::uint64_t i, std::uint32_t n) const {
    return ((*this)(i) >> 32) * n >> 32;
  }
  // In [0, 1), a multiple of 2^-53.
  AMORPH_HD constexpr double unit(std::uint64_t i) const {
    return static_cast<double>((*this)(i) >> 11) * (1.0 / 9007199254740992.0);
  }

 private:
  std::uint64_t base_;
};

}  // namespace amorph
