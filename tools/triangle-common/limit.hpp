// Refinement to angles that may have no end.
#pragma once

#include <cstdint>

#include "solver/mesh/sizing/refine_to_size.hpp"

namespace amorph::mesh_tool {

inline constexpr double certain_angle = 34;  // refinement to it, in degrees, ends

struct limited_result {
  mesh::refine_result result;
  std::uint64_t gave_up_after = 0;  // Steiner points, after which the bound became certain_angle; 0: it did not
};

// Refines; beyond certain_angle and without a limit of points, to at most some ten times the points that such a mesh
// may be expected to need, and otherwise to certain_angle. `area`: see refine_to_size, or null.
[[nodiscard]] limited_result refine_within_limit(mesh::triangulation&& m, mesh::refine_options options,
                                                 const mesh::area_function& area, bool on_threads);

}  // namespace amorph::mesh_tool
