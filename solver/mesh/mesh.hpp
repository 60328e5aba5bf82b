// Triangular meshes in the plane.
//
// A mesh is plain arrays. Triangles are counter-clockwise; edge i of a triangle is opposite to its corner i, and leads
// from corner i+1 to corner i+2 (modulo 3). Segments are edges that must stay; subsegments keep the index of the input
// segment.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::mesh {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

struct point {
  double x, y;
};

// (host_array does not clear its elements. For large meshes, clearing took longer than all other work on the arrays.)
struct triangulation {
  host_array<point> points;              // the vertices
  host_array<std::uint32_t> corners;     // 3 per triangle, counter-clockwise
  host_array<std::uint32_t> neighbours;  // 3 per triangle: across edge i, or none at the boundary
  host_array<std::uint32_t> segments;    // 3 per triangle: the input segment on edge i, or none; equal on both sides

  // Per input segment: its two ends (vertices; the segment may consist of several edges) and its marker.
  host_array<std::uint32_t> segment_ends;  // 2 per segment
  std::vector<std::int32_t> segment_marker;

  // Per vertex: the input segment in whose interior it lies (Steiner points only; none for input vertices), empty if
  // there are no such vertices; and attributes, the same number per vertex, row by row, interpolated at new vertices.
  host_array<std::uint32_t> point_segment;
  std::vector<double> attributes;

  // Each empty, or one per triangle: the regional attribute, and the maximum area (0: no bound).
  std::vector<double> region_attribute;
  std::vector<double> area_bound;

  [[nodiscard]] std::size_t triangles() const { return corners.size() / 3; }
};

}  // namespace amorph::mesh
