// Sets of points for tests of triangulations: random ones, and degenerate ones.
#pragma once

#include <string>
#include <vector>

#include "solver/mesh/mesh.hpp"

namespace amorph::test {

struct point_set {
  std::string name;
  std::vector<mesh::point> points;
};

// Grids, circles, lines with one point off, duplicates, clusters, points that differ in the last bit, and such in front
// of others at other scales; up to a few thousand points each.
[[nodiscard]] std::vector<point_set> degenerate_points();

}  // namespace amorph::test
