// Refinement to sizes that vary in the plane.
#pragma once

#include <functional>

#include "solver/mesh/refine/refine.hpp"

namespace amorph::mesh {

// The maximum area of a triangle with these three corners and this area; 0 or less: it may stay.
using area_function = std::function<double(const point* corner, double area)>;

// Of corners that are counter-clockwise.
[[nodiscard]] inline double area_of_corners(const point* p) {
  return 0.5 * ((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x));
}

// The desired edge length at a position; infinity: no bound.
using size_function = std::function<double(point)>;

// No triangle larger than the equilateral one with the smallest edge length desired at its corners, the middles of its
// edges and its centroid. Coarse triangles shrink by steps of four, so that a size that holds in a corner is not
// imposed on all of a large triangle.
[[nodiscard]] area_function area_of_size(size_function size);

// An estimate of the number of triangles of these sizes. On each triangle of `m` the largest of some lengths counts, 16
// of them in a coarse mesh and 1 in a fine one. O(triangles) evaluations on one thread.
[[nodiscard]] double estimated_triangles(const triangulation& m, const size_function& size);

// Refines until `area` accepts every triangle: in passes, each to the area bounds that `area` has lowered (at most 64).
// `on_threads`: `area` may be called from several threads. Otherwise as refine(); in the result, area_bound has the
// imposed bounds, and statistics are sums over the passes.
[[nodiscard]] refine_result refine_to_size(triangulation mesh, const refine_options& options, const area_function& area,
                                           bool on_threads);

}  // namespace amorph::mesh
