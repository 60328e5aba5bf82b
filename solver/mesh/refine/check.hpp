// What refinement needs of its input, on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Throws error(bad_input) with the first thing that is wrong: sizes, indices out of range, coordinates beyond the predicates',
// triangles that are not counter-clockwise, neighbours or segments that the two sides tell differently. O(n) work, on the
// executor's threads.
void check_mesh(cpu_exec& exec, const triangulation& m);

// Gives a segment (marker 0) to every edge without one where the domain ends, and between triangles whose regions have different
// attributes: what is on one side must not come to lie on the other. In the order of triangles and their edges.
void close_borders(cpu_exec& exec, triangulation& m);

// A point: 1 where two segments of the input meet at less than 60 degrees. Empty where none do. O(s log s) for s segments.
[[nodiscard]] std::vector<std::uint8_t> sharp_points(const triangulation& m);

}  // namespace amorph::mesh
