// Refinement to angles that may have no end.
#pragma once

#include <cstdint>

#include "solver/mesh/sizing/refine_to_size.hpp"

namespace amorph::mesh {

// In degrees. Refinement to certain_angle has ended on all domains that we have seen; to usual_angle on most, but not
// where hundreds of segments meet in a vertex.
inline constexpr double usual_angle = 34, certain_angle = 30;

struct limited_result {
  refine_result result;
  double min_angle = 0;             // the bound of the mesh
  std::uint64_t gave_up_after = 0;  // the number of Steiner points at which the wanted bound was given up, or 0
};

// Ten times the Steiner points, or so, that a mesh of these points and, if it is not 0, this maximum area needs. Long
// thin domains need more.
[[nodiscard]] std::uint64_t expected_limit(span<const point> points, double max_area);

// Refines. Beyond certain_angle and without a limit of points, the angle is given up at expected_limit points (more if
// triangles have area bounds of their own, or with `area`); up to usual_angle, only if that is also ten times what the
// next lower angle takes: 34, 33 or 30. The result is then the mesh of that angle. `area`: see refine_to_size, or null.
[[nodiscard]] limited_result refine_within_limit(triangulation&& m, refine_options options, const area_function& area,
                                                 bool on_threads);

// Whether refinement has the default limit.
[[nodiscard]] inline bool needs_limit(const refine_options& options) {
  return options.min_angle > certain_angle && options.max_points == refine_options().max_points;
}

}  // namespace amorph::mesh
