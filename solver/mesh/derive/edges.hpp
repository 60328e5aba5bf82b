// The edges of a mesh, and markers by Triangle's rules: an edge of a segment has the segment's marker, a boundary edge
// without one has 1; a vertex without a marker gets that of the first marked segment that it lies on, otherwise 1 on the
// boundary.
#pragma once

#include <cstdint>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Calls edge(a, b, at, marker) for every edge once, from vertex a to vertex b; `at` is 3 t + i for edge i of triangle t.
template <class Edge> void each_edge(const triangulation& m, Edge edge) {
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (std::size_t i = 0; i != 3; ++i) {
      const std::size_t at = 3 * t + i;
      const std::uint32_t other = m.neighbours[at], s = m.segments[at];
      if (other < t) continue;
      std::int32_t marker = s == none ? 0 : m.segment_marker[s];
      if (other == none && marker == 0) marker = 1;
      edge(m.corners[3 * t + (i + 1) % 3], m.corners[3 * t + (i + 2) % 3], at, marker);
    }
}

// Extends the markers of the input's vertices to all vertices.
void mark_vertices(const triangulation& m, host_array<std::int32_t>& marker);

}  // namespace amorph::mesh
