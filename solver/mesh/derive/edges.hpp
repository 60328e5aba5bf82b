// The edges of a mesh, and markers by Triangle's rules: an edge of a segment has the segment's marker, a boundary edge
// without one has 1; a vertex without a marker gets that of the first marked segment that it lies on, otherwise 1 on
// the boundary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Calls edge(a, b, at, marker) for edge i of triangle t, from vertex a to vertex b; `at` is 3 t + i.
template <class Edge> void visit_edge(const triangulation& m, std::size_t at, Edge edge) {
  const std::size_t t = at / 3, i = at - 3 * t;
  const std::uint32_t s = m.segments[at];
  std::int32_t marker = s == none ? 0 : m.segment_marker[s];
  if (m.neighbours[at] == none && marker == 0) marker = 1;
  edge(m.corners[3 * t + (i + 1) % 3], m.corners[3 * t + (i + 2) % 3], at, marker);
}

// The same for every edge once: from the triangle with the smaller number.
template <class Edge> void each_edge(const triangulation& m, Edge edge) {
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (std::size_t i = 0; i != 3; ++i)
      if (m.neighbours[3 * t + i] >= t) visit_edge(m, 3 * t + i, edge);
}

// `at` of the edges of segments and of the boundary, in the order of each_edge. On all threads.
[[nodiscard]] std::vector<std::size_t> segment_edges(cpu_exec& exec, const triangulation& m);

// Extends the markers of the input's vertices to all vertices. `edges`: see segment_edges.
void mark_vertices(cpu_exec& exec, const triangulation& m, const std::vector<std::size_t>& edges,
                   host_array<std::int32_t>& marker);

}  // namespace amorph::mesh
