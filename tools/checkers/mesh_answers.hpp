// The checker of triangulations: verifies the properties that they must have, by exact integer arithmetic. Shares no
// code with the solvers. Serial and simple. Everything is numbered from 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/span.hpp"

namespace amorph::check {

struct mesh_region {
  double x, y;
  double attribute = 0;
  double area = 0;  // maximum area; 0 or less: no bound
};

// The input of a mesh. Coordinates are x y; segments have two ends; markers are one each, or empty; attributes are the
// same number each, row by row, or empty.
struct planar_input {
  span<const double> xy;
  span<const double> attribute;
  span<const std::int32_t> marker;
  span<const std::uint32_t> segment;
  span<const std::int32_t> segment_marker;
  span<const double> hole;
  span<const mesh_region> region;                    // empty if regions are ignored
  span<const std::uint32_t> corner;                  // of a mesh to be refined; otherwise empty
  span<const double> corner_attribute, corner_area;  // of its triangles; attributes row by row
  bool carve = true;                                 // the domain is enclosed by segments; otherwise the convex hull
  std::uint32_t first = 0;                           // number of the first vertex, triangle and segment, for messages
};

// The mesh. Its first vertices are those of the input, in order. `segment` are edges.
struct planar_mesh {
  span<const double> xy;
  span<const double> attribute;
  span<const std::int32_t> marker;
  span<const std::uint32_t> corner;
  span<const double> corner_attribute;
  span<const std::uint32_t> neighbour;  // 3 per triangle, across the edge opposite to each corner, ~0 is none; or empty
  span<const std::uint32_t> segment;
  span<const std::int32_t> segment_marker;
  bool all_segments = true;  // otherwise only boundary segments are given, and other edges may be segments
  std::uint32_t first = 0;   // number of the first vertex, triangle and segment, for messages
};

struct mesh_demands {
  double min_angle = 0;            // degrees
  double max_area = 0;             // 0: no bound
  bool region_areas = false;       // by regions, or by the input's triangles
  bool region_attributes = false;  // triangles have those of regions, or of the input's triangles
  // No vertex of a segment's triangles sees it at more than this angle, in degrees: 90 is the diametral circle. 0: no
  // demand.
  double encroachment = 0;
  bool conforming = false;  // edges on segments are Delaunay too
  bool allow_bad = false;   // count violations of bounds without failing
  // The machine precision limit. Triangles with an edge shorter than that and none longer than four times that may
  // violate bounds. Segments no longer than that, or next to a triangle less than 64 times as wide (or to a neighbour
  // of one), may be encroached, and may prevent the points that other triangles need. 0: 2^-46 of the input's largest
  // coordinate.
  double finest = 0;
  // Triangles that may violate bounds for other reasons, and those that may next to such narrow ones. Ascending.
  span<const std::uint32_t> excused, at_precision;
  double slack = 0;  // maximum distance of vertices from their segments; 0: 16 ulps of the largest coordinate
};

struct mesh_verdict {
  std::string fault;                    // one line; empty: none
  std::uint64_t below_bound = 0;        // triangles with a smaller angle
  std::vector<std::uint32_t> forced;    // of these: forced by small input angles
  std::vector<std::uint32_t> unforced;  // the others, except excused ones
  std::uint64_t too_large = 0;          // triangles above their area bound
  std::uint64_t excused = 0;            // triangles whose violation the demands or the precision limit excuse
  std::uint64_t encroached = 0, encroached_forced = 0;
  double domain_area = 0;
  bool area_checked = false;
  double least_angle = 180;
};

// Checks, in this order:
// - corners, orientation (exact), duplicates, edges with more than two triangles, neighbours;
// - Euler's characteristic against the boundary loops; that no two triangles overlap (exact; also those of the input);
// - that all input vertices are present, and those in no triangle lie outside all triangles, or are duplicates;
// - that each input segment is a union of edges (up to `slack`, or 16 ulps of the largest coordinate, since vertices on
//   it are rounded) or outside, and that each output segment and each boundary edge lies on one;
// - markers: an edge has that of the first segment that it lies on;
// - the area against the domain's (faces of the segments' arrangement; the hull; or the input mesh);
// - vertex attributes: kept; at new vertices linear along segments (at a crossing, along one of them), within the
//   input's range, and exact if the input's are a linear function; regional attributes and area bounds;
// - constrained Delaunay (exact), angles, areas, encroachment (exact). A small angle is forced if the ends of the
//   shortest edge lie on two segments that meet below 60 degrees, at equal distances from there up to a quarter of its
//   length; encroachment, if the vertex lies on a segment that meets the encroached one below 60 degrees.
// O(n log n) and O((parts + holes) segments); quadratic if boundary triangles are as large as the domain.
[[nodiscard]] mesh_verdict verify_mesh(const planar_input& input, const planar_mesh& mesh, const mesh_demands& demands);

}  // namespace amorph::check
