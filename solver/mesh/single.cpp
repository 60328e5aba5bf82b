#include "single.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "amorph/error.hpp"
#include "amorph/refine.hpp"

namespace amorph::mesh {

single_grid::single_grid(const std::vector<point>& points) {
  if (points.empty()) return;
  point high = low = points[0];
  for (const point p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double extent = std::max(high.x - low.x, high.y - low.y);
  if (!(extent > 0)) return;
  // The grid's extent is the power of two above, with room for the low corner's way to it.
  int exponent = 0;
  const double fraction = std::frexp(extent, &exponent);
  if (fraction > 1 - 0x1p-20) ++exponent;
  if (fraction == 0.5) --exponent;  // a power of two itself
  scale = std::ldexp(1, -exponent);
  step = std::ldexp(1, exponent - 24);
  const double far = std::max({std::fabs(low.x), std::fabs(low.y), std::fabs(high.x), std::fabs(high.y)});
  if (!(far / step < 0x1p52))
    throw error(status::bad_input,
                "single precision: the points lie too far from the origin for their extent; expected at most 2^28 "
                "times as far");
  low = {std::floor(low.x / step) * step, std::floor(low.y / step) * step};
}

void single_grid::check(const std::vector<point>& points) const {
  for (std::size_t i = 0; i != points.size(); ++i)
    for (const double x : {(points[i].x - low.x) * scale * 0x1p24, (points[i].y - low.y) * scale * 0x1p24})
      if (x != std::floor(x) || x > 0x1p24)
        throw error(status::bad_input,
                    "point " + std::to_string(i) + " is not on the grid of single precision over the points' extent");
}

void single_grid::round(std::vector<point>& points) const {
  struct cell {
    std::uint64_t at;
    std::size_t index;
  };
  std::vector<cell> cells(points.size());
  auto to_grid = [](double from) { return std::min(std::nearbyint(from * 0x1p24), 0x1p24); };
  for (std::size_t i = 0; i != points.size(); ++i) {
    const double x = to_grid((points[i].x - low.x) * scale), y = to_grid((points[i].y - low.y) * scale);
    cells[i] = {static_cast<std::uint64_t>(x) << 32 | static_cast<std::uint64_t>(y), i};
  }
  std::sort(cells.begin(), cells.end(),
            [](const cell& a, const cell& b) { return a.at != b.at ? a.at < b.at : a.index < b.index; });
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const point a = points[cells[i - 1].index], b = points[cells[i].index];
    if (cells[i - 1].at == cells[i].at && (a.x != b.x || a.y != b.y))
      throw error(status::bad_input, "single precision: points " + std::to_string(cells[i - 1].index) + " and " +
                                         std::to_string(cells[i].index) + " would become one");
  }
  for (const cell& c : cells)
    points[c.index] = {low.x + static_cast<double>(c.at >> 32) * step,
                       low.y + static_cast<double>(c.at & 0xffffffffu) * step};
}

}  // namespace amorph::mesh
