// Constrained Delaunay triangulations: the mesh that refinement starts from.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// A point of a region: all triangles that hang together with its triangle without crossing a segment.
struct region {
  point at;
  double attribute = 0;
  double area = 0;  // the most that a triangle may have; 0 or less: any
};

struct planar_graph {
  span<const point> points;
  span<const std::uint32_t> segments;       // two ends each
  span<const std::int32_t> segment_marker;  // of each, or none at all
  span<const point> holes;
  span<const region> regions;
  span<const double> attributes;  // the same number a point, row by row, or none at all
};

struct triangulate_options {
  unsigned threads = 1;  // of sorting; 0: all
  bool carve = true;     // drop what segments do not enclose; without, the hull of the points is the domain
  // Called now and then with the share of the work that is done; false ends it with error(interrupted).
  std::function<bool(double)> progress;
};

struct triangulate_result {
  triangulation mesh;  // points: the input's, in order, then those where segments cross
  // The input segment of each of the mesh's, which are pieces from point to point, ascending.
  std::vector<std::uint32_t> segment_of;
  std::vector<std::uint32_t> duplicates;  // two numbers each: a point, and the first one that stands there; ascending
  std::uint64_t crossings = 0;            // points added where segments cross
  std::uint64_t unused = 0;               // points of the input in no triangle, duplicates among them
};

// The constrained Delaunay triangulation of points and segments. Points at the same place are one: the first is used, and
// the others are in no triangle. A segment through a point is split there; segments may overlap (the edge is the first one's);
// where two cross, a point is added, rounded to the nearest double, so that the pieces may be off the line by an ulp. The
// points and triangles do not depend on the order of segments or of their ends. Then, with `carve`, triangles are
// dropped that can be reached from outside, and always those that can be reached from a hole, without crossing a
// segment; then regions are spread, later ones over earlier ones. A hole or region outside the domain does nothing.
//
// error(bad_input): fewer than three points that differ, all on one line, coordinates that do not fit the exact predicates
// (0, or 1e-35 to 1e60 in magnitude), nothing left of the domain, an end of a segment that is no point.
// error(out_of_memory): more than 2^30 triangles. One thread, but for sorting; deterministic; O(n log n) expected for n points in general
// position. Points are inserted in a biased randomized order along a Hilbert curve (Amenta, Choi, Rote, "Incremental
// Constructions con BRIO", 2003) with Lawson's flips; segments by retriangulating what they cross.
[[nodiscard]] triangulate_result triangulate(const planar_graph& input, const triangulate_options& how = {});

// A triangulation that exists: corners of triangles, and segments that have to be edges of it.
struct elements {
  span<const point> points;
  span<const std::uint32_t> corners;  // three a triangle, counter-clockwise
  span<const std::uint32_t> segments;
  span<const std::int32_t> segment_marker;
  span<const double> attributes;
  span<const double> region_attribute, area_bound;  // of triangles, or none at all
  unsigned threads = 1;                             // of sorting; 0: all
};

struct rebuild_result {
  triangulation mesh;
  std::uint64_t flips = 0;  // edges that were not Delaunay
};

// Why elements are no mesh: the triangle or segment, and what is wrong with it.
class element_error : public error {
 public:
  element_error(bool segment, std::size_t index, const std::string& what, std::size_t other = ~std::size_t{0})
      : error(status::bad_input, what), segment_(segment), index_(index), other_(other) {}
  [[nodiscard]] bool segment() const noexcept { return segment_; }
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  [[nodiscard]] std::size_t other() const noexcept { return other_; }  // the triangle that it is at odds with, or ~0

 private:
  bool segment_;
  std::size_t index_, other_;
};

// Finds neighbours, puts segments on edges, and flips edges between triangles of the same region attribute that are not
// constrained Delaunay (the smaller of their bounds of area then holds for both). Edges at the end of the domain that no
// segment lies on stay without one. element_error: a triangle that is clockwise or flat, two that are the same, lie on
// the same side of an edge or overlap, a segment that is no edge. O(n) expected; deterministic.
[[nodiscard]] rebuild_result rebuild(const elements& input);

}  // namespace amorph::mesh
