// Angles and areas of a mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tools/amorph-mesh/mesh.hpp"

namespace amorph::mesh_tool {

// By cotangents, which fall as angles rise and take a division each; the two that count become angles at the end.
void measure(const config& c, outcome& o) {
  const mesh::triangulation& m = o.mesh;
  constexpr double degrees = 57.29577951308232, endless = std::numeric_limits<double>::infinity();
  // Angles right at the bound are not below it, whatever their last digits.
  constexpr double slack = 1e-9;
  const double bound = c.angle > slack ? 1 / std::tan((c.angle - slack) / degrees) : endless;
  double of_least = -endless, of_largest = endless, small = endless, large = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    std::array<mesh::point, 3> p;
    for (unsigned i = 0; i != 3; ++i) p[i] = m.points[m.corners[3 * t + i]];
    const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    double least_here = -endless;
    for (unsigned i = 0; i != 3; ++i) {
      const mesh::point &a = p[i], &b = p[(i + 1) % 3], &d = p[(i + 2) % 3];
      const double dot = (b.x - a.x) * (d.x - a.x) + (b.y - a.y) * (d.y - a.y);
      const double cotangent = area > 0 ? dot / area : dot > 0 ? endless : -endless;
      least_here = std::max(least_here, cotangent);
      of_largest = std::min(of_largest, cotangent);
    }
    of_least = std::max(of_least, least_here);
    small = std::min(small, area / 2);
    large = std::max(large, area / 2);
    o.below_bound += least_here > bound;
  }
  o.least_angle = std::atan2(1, of_least) * degrees;
  o.largest_angle = std::atan2(1, of_largest) * degrees;
  o.least_area = small;
  o.largest_area = large;
}

}  // namespace amorph::mesh_tool
