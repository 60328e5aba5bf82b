// A default strategy is the fastest one that there is memory for.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "amorph/kernels/memory/available.hpp"

namespace amorph {

// A strategy, and what it takes of the executor's memory at most, beside what every other one takes too.
template <class Strategy> struct candidate {
  Strategy strategy;
  std::uint64_t bytes;
};

// What primitives take for a moment to work on that many items: counts of blocks, and some that are of fixed size.
constexpr std::uint64_t scratch_for(std::uint64_t items) { return (std::uint64_t{64} << 10) + items / 16; }

// The first that fits into the room that there is; the last, if none does: it should be the leanest, and ends with
// out_of_memory where even that is too much.
template <class Exec, class Strategy>
[[nodiscard]] Strategy first_that_fits(Exec& exec, std::initializer_list<candidate<Strategy>> best_first) {
  const std::uint64_t there_is = available_memory(exec);
  for (const candidate<Strategy>& c : best_first)
    if (c.bytes <= there_is) return c.strategy;
  return (best_first.end() - 1)->strategy;
}

}  // namespace amorph
