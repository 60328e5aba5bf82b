// A biased randomised insertion order (Amenta, Choi, Rote, "Incremental Constructions con BRIO", 2003): rounds of
// random points, each with four times the points of the one before (the paper doubles), each along the Hilbert curve.
// The rounds keep the expected number of flips per point constant for any input; the curve keeps walks short and memory
// accesses local. Points are drawn by a hash of their numbers: the same input gives the same mesh.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/random/random.hpp"
#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

inline std::vector<std::uint32_t> insertion_order(cpu_exec& exec, span<const point> points) {
  constexpr unsigned bits = 29, round_bits = 4;  // of a key: 4 of the round, 58 of the position on the curve
  const std::size_t n = points.size();
  point low{0, 0}, high{0, 0};
  if (n != 0) low = high = points[0];
  for (const point& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double side = std::max({high.x - low.x, high.y - low.y, 1e-300});
  const double cells = static_cast<double>((std::uint32_t{1} << bits) - 1);
  std::vector<std::uint64_t> key(n);
  std::vector<std::uint32_t> order(n);
  const random_stream random(1, 0);
  for (std::size_t i = 0; i != n; ++i) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(random(i) | std::uint64_t{1} << 30)) / 2;
    const auto x = static_cast<std::uint32_t>((points[i].x - low.x) / side * cells);
    const auto y = static_cast<std::uint32_t>((points[i].y - low.y) / side * cells);
    key[i] = std::uint64_t{(1u << round_bits) - 1 - std::min(earlier, (1u << round_bits) - 1)} << 2 * bits |
             hilbert_index(x, y, bits);
    order[i] = static_cast<std::uint32_t>(i);
  }
  sort_pairs(exec, span<std::uint64_t>(key), span<std::uint32_t>(order), 0, 2 * bits + round_bits);
  return order;
}

}  // namespace amorph::mesh
