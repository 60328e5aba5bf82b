// Random constraint systems for tests, and a shrinker for failing ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "solver/andersen/andersen.hpp"

namespace amorph::test {

// A system from its seed, the same on every machine. Systems differ in size (2 to about 80 variables, times `scale`)
// and in character: copy cycles, cycles through memory, structs with layouts, function frames reached by offsets,
// integers cast to pointers, variables merged beforehand, true hints for hybrid cycle detection.
[[nodiscard]] andersen::problem random_problem(std::uint64_t seed, std::uint32_t scale = 1);

// Removes parts of `p` while `fails` holds, and returns the remainder. O(constraints^2) calls in the worst case.
[[nodiscard]] andersen::problem shrink(andersen::problem p, const std::function<bool(const andersen::problem&)>& fails);

// The system as a constraint file for amorph-pta.
[[nodiscard]] std::string text(const andersen::problem& p);

}  // namespace amorph::test
