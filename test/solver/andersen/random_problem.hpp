// Random systems of constraints for tests, and making a failing one small.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "solver/andersen/andersen.hpp"

namespace amorph::test {

// A system from its seed; the same on every machine. Systems differ in size (2 .. some 80 variables; `scale` times
// that) and in character: copy cycles, cycles through memory, structs with layouts, function frames reached by
// offsets, integers cast to pointers, variables merged beforehand, true hints for hybrid cycle detection.
[[nodiscard]] andersen::problem random_problem(std::uint64_t seed, std::uint32_t scale = 1);

// Takes things out of `p` as long as `fails` holds, and returns what is left. O(constraints^2) calls at worst.
[[nodiscard]] andersen::problem shrink(andersen::problem p, const std::function<bool(const andersen::problem&)>& fails);

// The system as a dump, ready to be saved and given to amorph-pta.
[[nodiscard]] std::string text(const andersen::problem& p);

}  // namespace amorph::test
