#include "solver/mesh/geometry/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/geometry/geometry.hpp"

namespace amorph::mesh {
namespace {

std::string text_of(std::size_t index, std::size_t base) {
  return index == coordinate_error::all
             ? "expected a coordinate of magnitude 1e-20 or more, found none; scale the input"
             : "point " + std::to_string(index + base) +
                   " has a coordinate that is not 0 and not between 1e-35 and 1e60 in magnitude";
}

}  // namespace

coordinate_error::coordinate_error(std::size_t index, std::size_t base)
    : error(status::bad_input, text_of(index, base)), index_(index) {}

void check_coordinates(cpu_exec& exec, span<const double> coordinates) {
  std::vector<double> largest_of(exec.threads(), 0);
  std::uint64_t wrong = coordinates.size();  // the first one
  exec.ranges(coordinates.size(), 1 << 14, [&](std::size_t first, std::size_t last, unsigned thread) {
    double largest = largest_of[thread];
    for (std::size_t i = first; i != last; ++i) {
      if (!fits(coordinates[i])) (void)atomic_min(&wrong, i);
      largest = std::max(largest, std::fabs(coordinates[i]));
    }
    largest_of[thread] = largest;
  });
  if (wrong != coordinates.size()) throw coordinate_error(wrong / 2);
  const double largest = *std::max_element(largest_of.begin(), largest_of.end());
  if (largest != 0 && largest < min_largest) throw coordinate_error(coordinate_error::all);
}

void check_coordinates(cpu_exec& exec, span<const point> points) {
  static_assert(sizeof(point) == 2 * sizeof(double));
  check_coordinates(exec, span<const double>(points.empty() ? nullptr : &points.data()->x, 2 * points.size()));
}

}  // namespace amorph::mesh
