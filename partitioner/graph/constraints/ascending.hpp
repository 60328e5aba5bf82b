// The vertices that satisfy a condition, in ascending order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::partition {

// Of 0 .. n-1; `holds` is called once for each, from all threads.
template <class Predicate> std::vector<std::uint32_t> ascending(cpu_exec& exec, std::uint32_t n, Predicate holds) {
  constexpr std::size_t chunk = 65536;
  std::vector<std::vector<std::uint32_t>> of_chunk((n + chunk - 1) / chunk);
  exec.ranges(of_chunk.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t c = first; c != last; ++c)
      for (std::size_t v = c * chunk; v != std::min<std::size_t>(n, (c + 1) * chunk); ++v)
        if (holds(static_cast<std::uint32_t>(v))) of_chunk[c].push_back(static_cast<std::uint32_t>(v));
  });
  std::vector<std::uint32_t> all;
  for (const auto& some : of_chunk) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace amorph::partition
