// Angles and areas of a mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mesh.hpp"

namespace amorph::mesh_tool {

void measure(const config& c, outcome& o) {
  const mesh::triangulation& m = o.mesh;
  constexpr double degrees = 57.29577951308232;
  // Angles right at the bound are not below it, whatever their last digits.
  constexpr double slack = 1e-9;
  double least = 180, largest = 0, small = std::numeric_limits<double>::infinity(), large = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    std::array<mesh::point, 3> p;
    for (unsigned i = 0; i != 3; ++i) p[i] = m.points[m.corners[3 * t + i]];
    double least_here = 180;
    for (unsigned i = 0; i != 3; ++i) {
      const mesh::point &a = p[i], &b = p[(i + 1) % 3], &d = p[(i + 2) % 3];
      const double ux = b.x - a.x, uy = b.y - a.y, vx = d.x - a.x, vy = d.y - a.y;
      const double cross = ux * vy - uy * vx, angle = std::atan2(cross, ux * vx + uy * vy) * degrees;
      least_here = std::min(least_here, angle);
      largest = std::max(largest, angle);
      if (i == 0) {
        small = std::min(small, cross / 2);
        large = std::max(large, cross / 2);
      }
    }
    least = std::min(least, least_here);
    o.bad += least_here < c.angle - slack;
  }
  o.least_angle = least;
  o.largest_angle = largest;
  o.least_area = small;
  o.largest_area = large;
}

}  // namespace amorph::mesh_tool
