// A default strategy is the fastest one that fits into memory.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "amorph/kernels/staging/available.hpp"

namespace amorph {

// A strategy, and the bytes of executor memory that it needs in addition to what all strategies need.
template <class Strategy> struct candidate {
  Strategy strategy;
  std::uint64_t bytes;
};

// Scratch of the primitives for that many items.
constexpr std::uint64_t scratch_for(std::uint64_t items) { return (std::uint64_t{64} << 10) + items / 16; }

// The first one that fits into the available memory; the last one if none does: it should have the smallest footprint,
// and fails with out_of_memory if that is too much.
template <class Exec, class Strategy>
[[nodiscard]] Strategy first_that_fits(Exec& exec, std::initializer_list<candidate<Strategy>> best_first) {
  const std::uint64_t available = available_memory(exec);
  for (const candidate<Strategy>& c : best_first)
    if (c.bytes <= available) return c.strategy;
  return (best_first.end() - 1)->strategy;
}

}  // namespace amorph
