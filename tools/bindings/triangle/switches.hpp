// Triangle's switches as a string.
#pragma once

#include <string_view>

#include "solver/mesh/refine/refine.hpp"

namespace amorph::triangle_library {

struct switches {
  bool poly = false, rebuild = false, convex = false, regions = false, no_holes = false, splits = false;
  bool refines = false;  // q, a, u or D
  double min_angle = 0, max_area = 0;
  bool area_bounds = false, user_test = false, conforming = false;
  std::uint64_t max_points = mesh::refine_options().max_points;
  unsigned whole = 0;  // Y: boundary segments are not split; YY: no segments are
  bool zero = false, jettison = false, edges = false, neighbours = false, voronoi = false, quadratic = false;
  bool no_markers = false, no_segments = false, no_points = false, no_triangles = false;
  bool quiet = false, verbose = false, check = false;

  [[nodiscard]] int base() const { return zero ? 0 : 1; }
};

// As Triangle reads them: unknown characters, also a dash, are ignored. X, i, F, l, I and g have no effect. error
// (bad_input): w or W, an angle or an area out of range.
[[nodiscard]] switches parse(std::string_view text);

}  // namespace amorph::triangle_library
