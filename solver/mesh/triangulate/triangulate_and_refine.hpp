// Triangulation and refinement in one call: of points without segments, the triangulation stays in the memory of a
// device that makes it, and only the refined mesh comes back.
#pragma once

#include <optional>

#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"

namespace amorph::mesh {

struct planar_mesh_result {
  triangulate_result initial;  // without its mesh
  refine_result refined;
  double triangulate_ms = 0;
};

// refine(triangulate(input, initial_options).mesh, options), without the checks of a mesh from another source. The
// backend is that of `options` for both. error: as both of them.
[[nodiscard]] planar_mesh_result triangulate_and_refine(const planar_graph& input,
                                                        const triangulate_options& initial_options,
                                                        const refine_options& options);

// The same in one run on a device, if the options choose one. `carve` as in triangulate_options. nullopt if they choose
// the CPU, if there are regions, segments that cross, holes on edges, corners or outside, or no bounds, or if
// stars_on_device() would give nothing; nor for errors of the domain, which triangulate() reports.
[[nodiscard]] std::optional<planar_mesh_result> refine_points_on_device(const planar_graph& input, bool carve,
                                                                        const refine_options& options);
// The device's algorithm on CPU threads, for comparison.
[[nodiscard]] std::optional<planar_mesh_result> refine_points_on_threads(const planar_graph& input, bool carve,
                                                                         const refine_options& options);

}  // namespace amorph::mesh
