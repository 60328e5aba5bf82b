// Angles and areas of a mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"

namespace amorph::mesh_tool {

namespace {

// Over some triangles. Cotangents decrease with the angle and cost one division each; the two extremes become angles at
// the end.
struct extremes {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  double of_min = -infinity, of_max = infinity;  // cotangents
  double small = infinity, large = 0;            // areas
  std::uint64_t below = 0;

  // `bound`: the cotangent of the angle bound.
  void add(const std::array<mesh::point, 3>& p, double bound) {
    const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    double here = -infinity;
    for (unsigned i = 0; i != 3; ++i) {
      const mesh::point &a = p[i], &b = p[(i + 1) % 3], &d = p[(i + 2) % 3];
      const double dot = (b.x - a.x) * (d.x - a.x) + (b.y - a.y) * (d.y - a.y);
      const double cotangent = area > 0 ? dot / area : dot > 0 ? infinity : -infinity;
      here = std::max(here, cotangent);
      of_max = std::min(of_max, cotangent);
    }
    of_min = std::max(of_min, here);
    small = std::min(small, area / 2);
    large = std::max(large, area / 2);
    below += here > bound;
  }
  void add(const extremes& o) {
    of_min = std::max(of_min, o.of_min);
    of_max = std::min(of_max, o.of_max);
    small = std::min(small, o.small);
    large = std::max(large, o.large);
    below += o.below;
  }
};

}  // namespace

void measure(const config& c, outcome& o) {
  const mesh::triangulation& m = o.mesh;
  constexpr double degrees = 57.29577951308232;
  // Angles equal to the bound up to rounding are not below it.
  constexpr double slack = 1e-9;
  const double bound = c.angle > slack ? 1 / std::tan((c.angle - slack) / degrees) : extremes::infinity;
  cpu_exec exec(static_cast<unsigned>(c.threads));
  std::vector<extremes> of_thread(exec.threads());
  exec.ranges(m.triangles(), 1 << 14, [&](std::size_t first, std::size_t last, unsigned thread) {
    extremes some;
    for (std::size_t t = first; t != last; ++t)
      some.add({m.points[m.corners[3 * t]], m.points[m.corners[3 * t + 1]], m.points[m.corners[3 * t + 2]]}, bound);
    of_thread[thread].add(some);
  });
  extremes all;
  for (const extremes& some : of_thread) all.add(some);
  o.min_angle = std::atan2(1, all.of_min) * degrees;
  o.max_angle = std::atan2(1, all.of_max) * degrees;
  o.min_area = all.small;
  o.max_area = all.large;
  o.below_bound = all.below;
}

}  // namespace amorph::mesh_tool
