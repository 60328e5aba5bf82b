#include "solver/mesh/sizing/refine_within_limit.hpp"

#include <algorithm>
#include <utility>

namespace amorph::mesh {
namespace {

constexpr double base = 100000, per_vertex = 20, per_bound = 4, most = 4e9;

std::uint64_t limit_of(const refine_options& options, const triangulation& m, bool sizes) {
  double limit = base + per_vertex * static_cast<double>(m.points.size());
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    const std::uint32_t* v = m.corners.data() + 3 * t;
    const point corner[3] = {m.points[v[0]], m.points[v[1]], m.points[v[2]]};
    const double own = m.area_bound.empty() ? 0 : m.area_bound[t], all = options.max_area;
    const double bound = own > 0 && (all == 0 || own < all) ? own : all;
    if (bound > 0) limit += per_bound * area_of_corners(corner) / bound;
  }
  if (sizes) limit *= 100;
  return static_cast<std::uint64_t>(std::min(limit, most));
}

}  // namespace

std::uint64_t expected_limit(span<const point> points, double max_area) {
  double limit = base + per_vertex * static_cast<double>(points.size());
  if (max_area > 0 && !points.empty()) {
    const auto [left, right] =
        std::minmax_element(points.begin(), points.end(), [](point a, point b) { return a.x < b.x; });
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](point a, point b) { return a.y < b.y; });
    limit += per_bound * (right->x - left->x) * (high->y - low->y) / max_area;
  }
  return static_cast<std::uint64_t>(std::min(limit, most));
}

limited_result refine_within_limit(triangulation&& m, refine_options options, const area_function& area,
                                   bool on_threads) {
  const auto refined = [&](triangulation&& from) {
    limited_result r{{}, options.min_angle, 0};
    r.result = area ? refine_to_size(std::move(from), options, area, on_threads) : refine(std::move(from), options);
    return r;
  };
  if (!needs_limit(options)) return refined(std::move(m));
  const std::uint64_t limit = options.max_points = limit_of(options, m, area != nullptr);
  triangulation before = m;
  limited_result r = refined(std::move(m));
  if (r.result.stats.inserted < limit) return r;
  r = {};
  refine_options lower = options;
  lower.min_angle = options.min_angle > usual_angle ? usual_angle : certain_angle;
  lower.max_points = refine_options().max_points;
  limited_result lesser = refine_within_limit(triangulation(before), lower, area, on_threads);
  lesser.gave_up_after = limit;
  const std::uint64_t more = 10 * lesser.result.stats.inserted;
  if (more <= limit) return lesser;
  options.max_points = lesser.gave_up_after = more;
  r = refined(std::move(before));
  return r.result.stats.inserted < more ? std::move(r) : std::move(lesser);
}

}  // namespace amorph::mesh
