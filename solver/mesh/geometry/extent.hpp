// The bounding box of points.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

struct extent {
  point low{0, 0}, high{0, 0};

  [[nodiscard]] double length() const { return std::max(high.x - low.x, high.y - low.y); }  // of the longer side
  [[nodiscard]] double largest_coordinate() const {
    return std::max({std::fabs(low.x), std::fabs(low.y), std::fabs(high.x), std::fabs(high.y)});
  }
  void add(point p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
};

// O(n) work, on the executor's threads. Without points: the origin.
template <class Points> [[nodiscard]] extent extent_of(cpu_exec& exec, const Points& points) {
  if (points.empty()) return {};
  std::vector<extent> part(exec.threads(), extent{points[0], points[0]});
  exec.ranges(points.size(), 1 << 14, [&](std::size_t first, std::size_t last, unsigned thread) {
    extent own = part[thread];
    for (std::size_t i = first; i != last; ++i) own.add(points[i]);
    part[thread] = own;
  });
  extent all = part[0];
  for (const extent& e : part) {
    all.add(e.low);
    all.add(e.high);
  }
  return all;
}

}  // namespace amorph::mesh
