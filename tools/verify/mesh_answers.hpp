// Judges triangulations by what they must satisfy, with exact arithmetic on integers; shares no code with the solvers.
// Serial and plain. Everything is numbered from 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/span.hpp"

namespace amorph::check {

struct mesh_region {
  double x, y;
  double attribute = 0;
  double area = 0;  // 0 or less: any
};

// What was to be meshed. Coordinates are x y; segments are two ends each; markers of each, or none at all; attributes the
// same number of each, row by row, or none at all.
struct planar_input {
  span<const double> xy;
  span<const double> attribute;
  span<const std::int32_t> marker;
  span<const std::uint32_t> segment;
  span<const std::int32_t> segment_marker;
  span<const double> hole;
  span<const mesh_region> region;                    // those that count: none where they are to be ignored
  span<const std::uint32_t> corner;                  // a mesh that was to be refined; else empty
  span<const double> corner_attribute, corner_area;  // of its triangles; attributes row by row
  bool carve = true;                                 // the domain is what segments enclose; else the convex hull
  std::uint32_t first = 0;  // the number of its first point, triangle and segment, for messages
};

// The mesh. Its first points are those of the input, in order. `segment` are edges.
struct planar_mesh {
  span<const double> xy;
  span<const double> attribute;
  span<const std::int32_t> marker;
  span<const std::uint32_t> corner;
  span<const double> corner_attribute;
  span<const std::uint32_t>
      neighbour;  // three a triangle, across the edge opposite to each corner, ~0 is none; or empty
  span<const std::uint32_t> segment;
  span<const std::int32_t> segment_marker;
  bool all_segments = true;  // else only those at the end of the domain are told, and some edges may be others
  std::uint32_t first = 0;   // the number of its first point, triangle and segment, for messages
};

struct mesh_demands {
  double min_angle = 0;            // degrees
  double max_area = 0;             // 0: any
  bool region_areas = false;       // the bounds of regions, or of the input's triangles
  bool region_attributes = false;  // triangles have the attributes of regions, or of the input's triangles
  bool unencroached = false;       // no segment has a vertex of its triangles inside its diametral circle
  bool conforming = false;         // edges on segments are Delaunay too
  bool allow_bad = false;          // report, but do not fail, what bounds forbid
  // Where precision ends. Triangles with an edge shorter than that and none longer than four times that may break bounds; segments no
  // longer than that, or beside a triangle less than 64 times as wide (or one around it), may be encroached upon, and keep away the
  // points that would mend others. 0: 2^-46 of the input's largest coordinate.
  double finest = 0;
  // Triangles that may break bounds for reasons of their own; and those that may beside such narrow ones. Ascending.
  span<const std::uint32_t> excused, at_precision;
  double slack = 0;  // how far points of segments may lie from them; 0: 16 ulps of the largest coordinate
};

struct mesh_verdict {
  std::string fault;                    // one line; empty: none
  std::uint64_t below_bound = 0;        // triangles with a smaller angle
  std::vector<std::uint32_t> forced;    // of these: small angles of the input are the cause
  std::vector<std::uint32_t> unforced;  // the others, but for those that are excused
  std::uint64_t too_large = 0;          // triangles above a bound of area
  std::uint64_t excused = 0;            // triangles that break a bound: demands or the end of precision explain it
  std::uint64_t encroached = 0, encroached_forced = 0;
  double domain_area = 0;
  bool area_checked = false;
  double least_angle = 180;
};

// Checks, in this order: corners, orientation (exact), duplicates and edges with a side too many, neighbours, Euler's
// characteristic against the loops of the boundary, that no two triangles overlap (exact; those of the input neither), that all points of
// the input are there and those in no triangle are outside of all (or stand at the same place as another), that each segment of the
// input is a union of edges (up to `slack`, or 16 ulps of the largest coordinate, since points on it are rounded) or outside,
// that each output segment and each boundary edge is explained; markers: an edge has that of the first segment that it lies on;
// area against the domain's (faces of the segments' arrangement; the hull; or the input mesh); attributes of points (kept; of
// new ones, linear along segments, within the input's range, and right where the input's are a linear function); attributes and
// bounds of area of regions; constrained Delaunay (exact), angles, areas, encroachment (exact). A small angle is forced when
// the ends of the shortest edge lie on two segments that meet below 60 degrees, as far from there as one another, but for a quarter of
// its length; encroachment, when the vertex lies on a segment that meets that one below 60 degrees.
// O(n log n) and O((parts + holes) segments); quadratic where triangles at the end of the domain are as large as it.
[[nodiscard]] mesh_verdict judge_mesh(const planar_input& input, const planar_mesh& mesh, const mesh_demands& demands);

}  // namespace amorph::check
