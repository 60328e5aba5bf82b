// Angles and areas of a mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tools/amorph-mesh/mesh.hpp"

namespace amorph::mesh_tool {

// Compares cotangents, which decrease with the angle and cost one division each; the two extremes become angles at the
// end.
void measure(const config& c, outcome& o) {
  const mesh::triangulation& m = o.mesh;
  constexpr double degrees = 57.29577951308232, infinity = std::numeric_limits<double>::infinity();
  // Angles equal to the bound up to rounding are not below it.
  constexpr double slack = 1e-9;
  const double bound = c.angle > slack ? 1 / std::tan((c.angle - slack) / degrees) : infinity;
  double of_min = -infinity, of_max = infinity, small = infinity, large = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    std::array<mesh::point, 3> p;
    for (unsigned i = 0; i != 3; ++i) p[i] = m.points[m.corners[3 * t + i]];
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
    o.below_bound += here > bound;
  }
  o.min_angle = std::atan2(1, of_min) * degrees;
  o.max_angle = std::atan2(1, of_max) * degrees;
  o.min_area = small;
  o.max_area = large;
}

}  // namespace amorph::mesh_tool
