// The first index with a property, on CPU threads: for checks of inputs.
#pragma once

#include <atomic>
#include <cstddef>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph {

// The minimum i below n for which found(i); n if there is none. O(n) work.
template <class Found> [[nodiscard]] std::size_t first_index(cpu_exec& exec, std::size_t n, Found found) {
  std::atomic<std::size_t> minimum{n};
  exec.ranges(n, 1 << 16, [&](std::size_t first, std::size_t last, unsigned) {
    if (first > minimum.load(std::memory_order_relaxed)) return;
    std::size_t i = first;
    while (i != last && !found(i)) ++i;
    std::size_t known = minimum.load(std::memory_order_relaxed);
    while (i != last && i < known && !minimum.compare_exchange_weak(known, i, std::memory_order_relaxed)) {}
  });
  return minimum.load();
}

}  // namespace amorph
