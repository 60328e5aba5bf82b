// The size that area bounds ask for, so that what cannot fit is refused before the first round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/mesh/refine/mesh_state.hpp"

namespace amorph::mesh::refining {

// The minimum number of triangles into which input triangle t is refined, as a fraction.
struct triangles_by_area {
  const point* at;
  const std::uint32_t* corners;
  const double* bound;  // per triangle, or null
  double max_area, smallest;
  AMORPH_BODY double operator()(std::size_t t) const {
    const double own = bound == nullptr ? 0 : bound[t];
    double area = max_area > 0 && (own <= 0 || max_area < own) ? max_area : own;
    if (area <= 0) return 0;
    if (area < smallest) area = smallest;
    return 0.5 * double_area(at[corners[3 * t]], at[corners[3 * t + 1]], at[corners[3 * t + 2]]) / area;
  }
};

// error(out_of_memory) if the area bounds need more triangles than there can be, or than fit the memory limit.
template <class Exec> void require_planned_size(Exec& exec, const mesh_state<Exec>& mesh) {
  const refine_problem& in = mesh.in;
  if (!(in.max_area > 0) && in.area_bound == nullptr) return;
  // At the precision limit, edges of up to four times its length are left.
  const double smallest = 8 * in.min_edge / in.area_scale;
  typename Exec::template buffer<double> sum(exec, 1);
  reduce_into<double>(
      exec, mesh.triangles,
      triangles_by_area{mesh.point_at.data(), mesh.corners.data(), mesh.area_bound.data(), in.max_area, smallest},
      sum.data(), 0);
  const double needed = exec.read(sum.data());
  // Each point adds a triangle at least, and there may be a limit of points.
  const double planned = std::min(needed, mesh.triangles + 1.0 * (mesh.max_points - mesh.points));
  const std::string size = "the area bound needs at least " +
                           std::to_string(static_cast<std::uint64_t>(std::min(needed, 1e18))) + " triangles";
  if (planned > max_triangles)
    throw error(status::out_of_memory, size + ", more than " + std::to_string(max_triangles));
  const double bytes = planned * (mesh.bytes_per_triangle() + 0.5 * mesh.bytes_per_point());
  if (bytes > static_cast<double>(exec.memory().limit()))
    throw error(status::out_of_memory, size + ", " + byte_text(static_cast<std::uint64_t>(bytes)) +
                                           " of memory; the limit is " + byte_text(exec.memory().limit()));
}

}  // namespace amorph::mesh::refining
