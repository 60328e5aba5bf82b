// Refinement to angles that may have no end.
#pragma once

#include <cstdint>

#include "solver/mesh/sizing/refine_to_size.hpp"

namespace amorph::mesh {

// In degrees. Refinement to the first one has ended on all domains that we have seen but for a few, to the second one
// on all.
inline constexpr double usual_angle = 34, certain_angle = 30;

struct limited_result {
  refine_result result;
  double min_angle = 0;             // the bound of the mesh
  std::uint64_t gave_up_after = 0;  // Steiner points, after which it became lower than wanted; 0: it did not
};

// Steiner points, some ten times as many as a mesh of such points and, if it is not 0, maximum area may be expected to
// need; more in long thin domains.
[[nodiscard]] std::uint64_t expected_limit(span<const point> points, double max_area);

// Refines; beyond certain_angle and without a limit of points, to at most expected_limit points, or ten times those
// that the next lower of these angles takes in the same domain. Otherwise that one's mesh is the result. `area`: see
// refine_to_size, or null.
[[nodiscard]] limited_result refine_within_limit(triangulation&& m, refine_options options, const area_function& area,
                                                 bool on_threads);

// Whether refinement has the default limit.
[[nodiscard]] inline bool needs_limit(const refine_options& options) {
  return options.min_angle > certain_angle && options.max_points == refine_options().max_points;
}

}  // namespace amorph::mesh
