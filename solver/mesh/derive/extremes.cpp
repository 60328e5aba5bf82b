#include "solver/mesh/derive/extremes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace amorph::mesh {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Cotangents decrease with the angle and cost one division each; the two extremes become angles at the end.
struct partial_extremes {
  double of_min_angle = -infinity, of_max_angle = infinity;  // cotangents
  double min_area = infinity, max_area = 0;
  std::uint64_t below = 0;

  // `bound`: the cotangent of the angle bound.
  void add(const std::array<point, 3>& p, double bound) {
    const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    double largest = -infinity;
    for (unsigned i = 0; i != 3; ++i) {
      const point &a = p[i], &b = p[(i + 1) % 3], &d = p[(i + 2) % 3];
      const double dot = (b.x - a.x) * (d.x - a.x) + (b.y - a.y) * (d.y - a.y);
      const double cotangent = area > 0 ? dot / area : dot > 0 ? infinity : -infinity;
      largest = std::max(largest, cotangent);
      of_max_angle = std::min(of_max_angle, cotangent);
    }
    add({largest, of_max_angle, area / 2, area / 2, largest > bound ? std::uint64_t{1} : 0});
  }
  void add(const partial_extremes& o) {
    of_min_angle = std::max(of_min_angle, o.of_min_angle);
    of_max_angle = std::min(of_max_angle, o.of_max_angle);
    min_area = std::min(min_area, o.min_area);
    max_area = std::max(max_area, o.max_area);
    below += o.below;
  }
};

}  // namespace

extremes extremes_of(cpu_exec& exec, const triangulation& m, double bound) {
  constexpr double degrees = 57.29577951308232, slack = 1e-9;
  const double cotangent = bound > slack ? 1 / std::tan((bound - slack) / degrees) : infinity;
  std::vector<partial_extremes> of_thread(exec.threads());
  exec.ranges(m.triangles(), 1 << 14, [&](std::size_t first, std::size_t last, unsigned thread) {
    partial_extremes some;
    for (std::size_t t = first; t != last; ++t)
      some.add({m.points[m.corners[3 * t]], m.points[m.corners[3 * t + 1]], m.points[m.corners[3 * t + 2]]}, cotangent);
    of_thread[thread].add(some);
  });
  partial_extremes all;
  for (const partial_extremes& some : of_thread) all.add(some);
  return {std::atan2(1, all.of_min_angle) * degrees, std::atan2(1, all.of_max_angle) * degrees, all.min_area,
          all.max_area, all.below};
}

}  // namespace amorph::mesh
