// Constrained Delaunay triangulations: the initial mesh of refinement.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "solver/mesh/mesh.hpp"
#include "solver/run/options.hpp"

namespace amorph::mesh {

// A region: all triangles connected to the one that contains `at` without crossing a segment.
struct region {
  point at;
  double attribute = 0;
  double area = 0;  // maximum area of a triangle; 0 or less: no bound
};

struct planar_graph {
  span<const point> points;
  span<const std::uint32_t> segments;       // two ends per segment
  span<const std::int32_t> segment_marker;  // one per segment, or empty
  span<const point> holes;
  span<const region> regions;
  span<const double> attributes;  // the same number per point, row by row, or empty
};

struct triangulate_options {
  run_options run = {.threads = 1};  // backend (of points; here the CPU inserts segments), stop, progress
  bool carve = true;  // remove triangles that segments do not enclose; otherwise the domain is the convex hull
};

struct triangulate_result {
  triangulation mesh;  // vertices: the input's points, in order, then crossings of segments
  // Per segment of the mesh, which is a piece between two vertices: its input segment, ascending.
  std::vector<std::uint32_t> segment_of;
  std::vector<std::uint32_t> duplicates;  // pairs: a duplicate point, and the first one at its position; ascending
  // Without effect: outside the domain, regions also if they are in a hole. Ascending.
  std::vector<std::uint32_t> holes_outside, regions_outside;
  std::uint64_t crossings = 0;  // vertices added where segments cross
  std::uint64_t splits = 0;     // vertices added by triangulate_by_splitting; they come after the points, too
  std::uint64_t unused = 0;     // input points in no triangle, duplicates included
  std::string device;           // the one that triangulated the points; empty: the CPU did
};

// The constrained Delaunay triangulation of points and segments. Duplicate points are merged: the first is used, the
// others are in no triangle. A segment through a point is split there. Segments may overlap (the edge is the first
// one's) and cross: a vertex is added at a crossing, rounded to the nearest double, so that the pieces may be off the
// line by an ulp. Vertices and triangles do not depend on the order of segments or of their ends. Then triangles are
// removed that are connected to a hole without crossing a segment, and, with `carve`, those connected to the outside;
// then regional attributes are assigned; later regions override earlier ones.
//
// error(bad_input): fewer than three different points, all points collinear, coordinates out of range
// (../geometry/coordinates.hpp), nothing left of the domain, a segment end that does not exist.
// error(out_of_memory): more than 2^30 triangles. error(interrupted), error(no_device).
//
// The triangulation is unique: of four cocircular points, the lexicographically last one is taken to lie outside the
// circle of the others (in_circle_by_rule), and triangles are numbered by their corners along the Hilbert curve. So it
// depends neither on the backend nor on threads, nor on the order of points but for their numbers. O(n log n) expected
// for n points in general position. Points are inserted in a biased randomised order along the Hilbert curve (Amenta,
// Choi, Rote, "Incremental Constructions con BRIO", 2003) with Lawson's flips, in blocks on several threads (Funke and
// Sanders, 2017), or are triangulated by stars on a device; segments are inserted by retriangulating what they
// cross, in parallel if they are many and do not cross each other.
[[nodiscard]] triangulate_result triangulate(const planar_graph& input, const triangulate_options& options = {});

// The same with segments that are recovered by splitting them where they are not edges of the Delaunay triangulation.
// They are split in the order of the input, before anything is removed.
[[nodiscard]] triangulate_result triangulate_by_splitting(const planar_graph& input,
                                                          const triangulate_options& options = {});

// An existing triangulation: corners of triangles, and segments that must be edges of it.
struct elements {
  span<const point> points;
  span<const std::uint32_t> corners;  // 3 per triangle, counter-clockwise
  span<const std::uint32_t> segments;
  span<const std::int32_t> segment_marker;
  span<const double> attributes;
  span<const double> region_attribute, area_bound;  // one per triangle, or empty
};

struct rebuild_result {
  triangulation mesh;
  std::uint64_t flips = 0;  // of edges that were not Delaunay
};

// Why elements are not a mesh: the triangle or segment at fault, and its fault.
class element_error : public error {
 public:
  element_error(bool segment, std::size_t index, const std::string& what, std::size_t other = ~std::size_t{0})
      : error(status::bad_input, what), segment_(segment), index_(index), other_(other) {}
  [[nodiscard]] bool segment() const noexcept { return segment_; }
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  [[nodiscard]] std::size_t other() const noexcept { return other_; }  // the triangle that it conflicts with, or ~0

 private:
  bool segment_;
  std::size_t index_, other_;
};

// Finds neighbours, assigns segments to edges, and flips edges between triangles of the same regional attribute that
// are not constrained Delaunay (the smaller of their area bounds then holds for both). Boundary edges without a segment
// stay so. element_error: a triangle that is clockwise or flat, two that are equal, lie on the same side of an edge or
// overlap, a segment that is not an edge. `run`: threads (of sorting) and stop. O(n) expected; deterministic.
[[nodiscard]] rebuild_result rebuild(const elements& input, const run_options& run = {.threads = 1});

}  // namespace amorph::mesh
