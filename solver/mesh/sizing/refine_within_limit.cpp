#include "solver/mesh/sizing/refine_within_limit.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace amorph::mesh {
namespace {

constexpr double points_per_bound = 4, most_points = 4e9;
constexpr std::array<double, 3> fallbacks = {usual_angle, 33, certain_angle};

// Triangles with area bounds of their own make the limit higher.
std::uint64_t limit_of(const refine_options& options, const triangulation& m, bool sizes) {
  auto limit = static_cast<double>(expected_limit(m.points, options.max_area));
  for (std::size_t t = 0; t != m.area_bound.size(); ++t) {
    const std::uint32_t* v = m.corners.data() + 3 * t;
    const point corner[3] = {m.points[v[0]], m.points[v[1]], m.points[v[2]]};
    if (const double bound = m.area_bound[t]; bound > 0) limit += points_per_bound * area_of_corners(corner) / bound;
  }
  return static_cast<std::uint64_t>(std::min(sizes ? 100 * limit : limit, most_points));
}

}  // namespace

std::uint64_t expected_limit(span<const point> points, double max_area) {
  double limit = 100000 + 20 * static_cast<double>(points.size());
  if (max_area > 0 && !points.empty()) {
    const auto [left, right] =
        std::minmax_element(points.begin(), points.end(), [](point a, point b) { return a.x < b.x; });
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](point a, point b) { return a.y < b.y; });
    limit += points_per_bound * (right->x - left->x) * (high->y - low->y) / max_area;
  }
  return static_cast<std::uint64_t>(std::min(limit, most_points));
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
  lower.min_angle = *std::find_if(fallbacks.begin(), fallbacks.end(), [&](double x) { return x < options.min_angle; });
  lower.max_points = refine_options().max_points;
  limited_result lesser = refine_within_limit(triangulation(before), lower, area, on_threads);
  lesser.gave_up_after = limit;
  // A long thin domain takes many points at any angle. Beyond the usual angle, that seldom helps.
  const std::uint64_t more = 10 * lesser.result.stats.inserted;
  if (more <= limit || options.min_angle > usual_angle) return lesser;
  options.max_points = lesser.gave_up_after = more;
  r = refined(std::move(before));
  return r.result.stats.inserted < more ? std::move(r) : std::move(lesser);
}

}  // namespace amorph::mesh
