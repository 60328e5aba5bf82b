// Counter-based random numbers: each is a function of (seed, stream, index), so that any thread may draw any of them at
// any time and results do not depend on the number of threads (Salmon et al., "Parallel random numbers: as easy as 1,
// 2, 3", SC 2011; the mixing is SplitMix64's).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/random/hash.hpp"

namespace amorph {

class random_stream {
 public:
  AMORPH_HD constexpr random_stream(std::uint64_t seed, std::uint64_t stream)
      : base_(mix_bits(hash(seed) ^ stream * 0xd1342543de82ef95u)) {}

  AMORPH_HD constexpr std::uint64_t operator()(std::uint64_t i) const {
    return mix_bits(base_ + (i + 1) * golden_ratio);
  }
  // Uniform in 0 .. n-1, n at least 1; the bias is below n / 2^32.
  AMORPH_HD constexpr std::uint64_t below(std::uint64_t i, std::uint32_t n) const {
    return ((*this)(i) >> 32) * n >> 32;
  }
  // Uniform in [0, 1), a multiple of 2^-53.
  AMORPH_HD constexpr double unit(std::uint64_t i) const {
    return static_cast<double>((*this)(i) >> 11) * (1.0 / 9007199254740992.0);
  }

 private:
  std::uint64_t base_;
};

}  // namespace amorph
