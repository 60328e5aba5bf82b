#include "solver/mesh/refine/single.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/refine/first_of.hpp"
#include "solver/mesh/refine/refine.hpp"

namespace amorph::mesh {

single_grid::single_grid(const extent& of) {
  if (!(of.length() > 0)) return;
  int exponent = 0;
  if (std::frexp(of.length(), &exponent) == 0.5) --exponent;  // a power of two itself
  auto on_grid = [&](double x) { return std::floor(x / step); };
  auto steps = [&](double from, double to) { return std::ceil(to / step) - on_grid(from); };
  for (;; ++exponent) {  // again if the extremes lie between steps
    scale = std::ldexp(1, -exponent);
    step = std::ldexp(1, exponent - 24);
    if (!(of.largest_coordinate() / step < 0x1p52))
      throw error(status::bad_input,
                  "single precision: the points lie too far from the origin for their extent; expected at most 2^28 "
                  "times as far");
    if (std::max(steps(of.low.x, of.high.x), steps(of.low.y, of.high.y)) <= 0x1p24) break;
  }
  low = {on_grid(of.low.x) * step, on_grid(of.low.y) * step};
}

void single_grid::check(cpu_exec& exec, span<const point> points) const {
  auto off = [this](double from) {
    const double x = from * scale * 0x1p24;
    return x != std::floor(x) || x > 0x1p24;
  };
  const std::size_t i = first_of(exec, points.size(),
                                 [&](std::size_t p) { return off(points[p].x - low.x) || off(points[p].y - low.y); });
  if (i != points.size())
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
  for (std::size_t i = 1, first = 0; i < cells.size(); ++i) {  // first: of the cell
    if (cells[first].at != cells[i].at) first = i;
    const point a = points[cells[first].index], b = points[cells[i].index];
    if (a.x != b.x || a.y != b.y) throw points_merge(cells[first].index, cells[i].index);
  }
  for (const cell& c : cells)
    points[c.index] = {low.x + static_cast<double>(c.at >> 32) * step,
                       low.y + static_cast<double>(c.at & 0xffffffffu) * step};
}

}  // namespace amorph::mesh
