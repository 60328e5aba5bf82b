// Delaunay triangulations of points by stars: on a device, where each vertex finds its own.
#pragma once

#include <optional>

#include "amorph/kernels/base/span.hpp"
#include "solver/mesh/mesh.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::mesh {

struct star_triangulation {
  host_array<std::uint32_t> corners, neighbours;  // as in mesh.hpp
  host_array<std::uint32_t> duplicates;           // pairs: a duplicate point, and the first one at its position
  run_statistics stats;
};

// The same triangulation, with the same numbers, as triangulate_points() and number_triangles() give, if the options
// choose a device; nothing if they choose the CPU, or if a quarter of the stars, and thousands, are large or reach far
// (as for points on a circle), or many points differ by less than 2^-28 of the extent. O(n log n) for points that are
// spread evenly, locally. error: no_device, out_of_memory, interrupted.
[[nodiscard]] std::optional<star_triangulation> stars_on_device(span<const point> points, const run_options& run);

// The same on CPU threads, for comparison: slower than triangulate_points().
[[nodiscard]] std::optional<star_triangulation> stars_on_threads(span<const point> points, const run_options& run);

// For `auto`. The CPU's times are those of triangulate_points().
[[nodiscard]] run_work work_of_stars(span<const point> points);

}  // namespace amorph::mesh
