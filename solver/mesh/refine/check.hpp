// Checks and preparation of refinement's input, on the host.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Throws error(bad_input) with the first fault: sizes, indices out of range, coordinates outside the predicates' range,
// triangles that are not counter-clockwise, neighbours or segments on which two triangles disagree. O(n) work, on the
// executor's threads.
void check_mesh(cpu_exec& exec, const triangulation& m);

// Adds a segment (marker 0) on every boundary edge without one, and between triangles with different regional
// attributes, so that flips do not mix them. In the order of triangles and their edges.
void add_boundary_segments(cpu_exec& exec, triangulation& m);

// The vertices at which two segments, given by their ends, meet at less than 60 degrees; ascending. O(s log s) for s
// segments.
[[nodiscard]] std::vector<std::uint32_t> sharp_ends(span<const point> points, span<const std::uint32_t> ends);
// Per vertex: 1 if two input segments meet there at less than 60 degrees; nullopt if no two do.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> sharp_points(const triangulation& m);

}  // namespace amorph::mesh
