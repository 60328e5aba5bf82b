// What refinement needs of its input, on the host.
#pragma once

#include <vector>

#include "amorph/mesh.hpp"

namespace amorph::mesh {

// Throws error(bad_input) with the first thing that is wrong: sizes, indices out of range, coordinates beyond the predicates',
// triangles that are not counter-clockwise, neighbours or segments that the two sides tell differently.
void check_mesh(const triangulation& mesh);

// Edges where the domain ends that are no segments become new ones, with marker 0.
void close_boundary(triangulation& mesh);

// A point: 1 where two segments of the input meet at less than 60 degrees. Empty where none do.
[[nodiscard]] std::vector<std::uint8_t> sharp_points(const triangulation& mesh);

}  // namespace amorph::mesh
