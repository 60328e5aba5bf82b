#include "tools/triangle-common/limit.hpp"

#include <algorithm>
#include <utility>

namespace amorph::mesh_tool {
namespace {

std::uint64_t default_limit(const mesh::refine_options& options, const mesh::triangulation& m, bool sizes) {
  constexpr double base = 100000, per_vertex = 20, per_bound = 4;
  double limit = base + per_vertex * static_cast<double>(m.points.size());
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    const std::uint32_t* v = m.corners.data() + 3 * t;
    const mesh::point a = m.points[v[0]], b = m.points[v[1]], d = m.points[v[2]];
    const double area = 0.5 * ((b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x));
    const double own = m.area_bound.empty() ? 0 : m.area_bound[t], all = options.max_area;
    const double bound = own > 0 && (all == 0 || own < all) ? own : all;
    if (bound > 0) limit += per_bound * area / bound;
  }
  if (sizes) limit *= 100;
  return static_cast<std::uint64_t>(std::min(limit, 4e9));
}

}  // namespace

limited_result refine_within_limit(mesh::triangulation&& m, mesh::refine_options options,
                                   const mesh::area_function& area, bool on_threads) {
  const auto refined = [&](mesh::triangulation&& from) {
    return area ? mesh::refine_to_size(std::move(from), options, area, on_threads)
                : mesh::refine(std::move(from), options);
  };
  if (options.min_angle <= certain_angle || options.max_points != mesh::refine_options().max_points)
    return {refined(std::move(m)), 0};
  const std::uint64_t limit = options.max_points = default_limit(options, m, area != nullptr);
  mesh::triangulation before = m;
  limited_result r{refined(std::move(m)), 0};
  if (r.result.stats.inserted < limit) return r;
  options.min_angle = certain_angle;
  options.max_points = mesh::refine_options().max_points;
  return {refined(std::move(before)), limit};
}

}  // namespace amorph::mesh_tool
