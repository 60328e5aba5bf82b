// Added to the seeds of random inputs, so that a test that runs in two trees tries other inputs in each.
#pragma once

#include <cstdint>

namespace amorph::test {

inline constexpr std::uint64_t first_seed = AMORPH_FIRST_SEED;

}  // namespace amorph::test
