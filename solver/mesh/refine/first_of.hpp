// Parallel search for the first item that satisfies a predicate.
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::mesh {

// The smallest i below n with f(i), or n. O(n) work; deterministic.
template <class F> [[nodiscard]] std::size_t first_of(cpu_exec& exec, std::size_t n, F f) {
  std::vector<std::size_t> part(exec.threads(), n);
  exec.ranges(n, 1 << 14, [&](std::size_t first, std::size_t last, unsigned thread) {
    std::size_t& found = part[thread];
    for (std::size_t i = first; i < std::min(last, found); ++i)
      if (f(i)) found = i;
  });
  return *std::min_element(part.begin(), part.end());
}

}  // namespace amorph::mesh
