// Triangular meshes in the plane, and their refinement.
//
// A mesh is plain arrays. Its triangles are counter-clockwise; edge i of a triangle is opposite to its corner i, and leads
// from corner i+1 to corner i+2 (modulo 3). Segments are edges that must stay: pieces of an input segment keep its index.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::mesh {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

struct point {
  double x, y;
};

// (host_array: its elements are not cleared first, which took longer than all else about a large mesh.)
struct triangulation {
  host_array<point> points;
  host_array<std::uint32_t> corners;     // 3 a triangle, counter-clockwise
  host_array<std::uint32_t> neighbours;  // 3 a triangle; across edge i, or none where the domain ends
  host_array<std::uint32_t> segments;    // 3 a triangle: the input segment on edge i, or none. The same on both sides

  // Of input segments: their two ends (indices of points; an input segment may be several edges long) and markers.
  host_array<std::uint32_t> segment_ends;  // 2 a segment
  std::vector<std::int32_t> segment_marker;

  // Of points: the input segment in whose inside the point lies (what refinement puts there; none for input points), empty
  // when there are no such points; and attributes, the same number a point, row by row, carried along by interpolation.
  host_array<std::uint32_t> point_segment;
  std::vector<double> attributes;

  // Of triangles, each empty or one a triangle: the region's attribute, and the largest area allowed (0: any).
  std::vector<double> region_attribute;
  std::vector<double> area_bound;

  [[nodiscard]] std::size_t triangles() const { return corners.size() / 3; }
};

}  // namespace amorph::mesh
