// Random streams: one key for each use of a seed, so that no two uses draw the same numbers.
#pragma once

#include <cstdint>

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/random/random.hpp"

namespace amorph::sat {

enum class drawn_for : std::uint64_t { surveys = 1, unfixing, initial_values, rounds, walkers };

// `number`: of the round or the walker.
AMORPH_HD inline random_stream stream_of(std::uint64_t seed, drawn_for use, std::uint64_t number = 0) {
  return random_stream(mix_bits(seed ^ mix_bits(static_cast<std::uint64_t>(use) * golden_ratio)), number);
}

}  // namespace amorph::sat
