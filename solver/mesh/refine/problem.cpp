// The bounds and the scale of refinement's problem, and the caller's arrays for its answer.
#include "solver/mesh/refine/problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/mesh/refine/single.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

void check_options(const refine_options& options) {
  if (!(options.min_angle >= 0 && options.min_angle <= 60))
    throw error(status::bad_input, "expected an angle of 0 to 60 degrees, found " + std::to_string(options.min_angle));
  if (!(options.max_area >= 0))
    throw error(status::bad_input, "expected an area of 0 or more, found " + std::to_string(options.max_area));
}

template <class Values> void* resized(Values& values, std::uint64_t count) {
  values.resize(count);
  return values.data();
}
// The core calls back for the arrays of its answer.
void* allocate(void* context, std::uint32_t which, std::uint64_t count) {
  refine_result& r = *static_cast<refine_result*>(context);
  switch (which) {
    case part::points: return resized(r.mesh.points, count);
    case part::point_segment: return resized(r.mesh.point_segment, count);
    case part::attributes: return resized(r.mesh.attributes, count);
    case part::corners: return resized(r.mesh.corners, count);
    case part::neighbours: return resized(r.mesh.neighbours, count);
    case part::segments: return resized(r.mesh.segments, count);
    case part::region: return resized(r.mesh.region_attribute, count);
    case part::area_bound: return resized(r.mesh.area_bound, count);
    case part::why: return resized(r.why, count);
    case part::segment_ends: return resized(r.mesh.segment_ends, count);
    case part::segment_of: return resized(r.segment_of, count);
    default: return resized(r.bad, count);
  }
}

// Refining the shortest edges of the whole mesh first, as one after the other does, takes more rounds and gives fewer
// triangles, the more the larger the angle: none at 30 degrees, 5% (random points) to 30% (many small input angles) at
// 33; at 34 refinement hardly ever ends otherwise. Urgency has 16 steps per octave of the squared length.
std::uint32_t window_of(double min_angle) {
  if (min_angle <= 30) return 0;
  return min_angle <= 33 ? 32 : 8;
}

// Before the checks, which take time.
void require_device(const run_options& run) {
  const backend_choice choice =
      select_backend(run.backend, "refine", boundary_version<refine_problem, refine_answer>, run.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
}

}  // namespace

void check_request(const refine_options& options) {
  check_options(options);
  if (options.run.backend == backend::cuda) require_device(options.run);
}

refine_problem problem_of(const refine_options& options, refine_result& r) {
  refine_problem p{};
  constexpr double degree = 3.14159265358979323846 / 180;
  const double cosine = std::cos(options.min_angle * degree);
  p.square_cosine = options.min_angle > 0 ? cosine * cosine : 2;
  const auto lens_of = [&](double angle) { return angle == 90 ? 0 : std::pow(std::cos(angle * degree), 2); };
  // Above 30 degrees a wider lens takes fewer points: of 144 domains with 6 symmetries each, 0.918 times Triangle's at
  // 34 degrees instead of 0.946.
  const double encroachment = encroachment_angle(options);
  p.lens = lens_of(encroachment);
  p.first_lens = lens_of(std::max(90.0, encroachment - 1.5 * std::max(0.0, options.min_angle - 30)));
  // 5% below the distance that gives the angle exactly, to allow for rounding, as in Triangle.
  if (options.off_centres && options.min_angle > 0) p.off_centre = 0.475 * std::sqrt((1 + cosine) / (1 - cosine));
  p.window = window_of(options.min_angle);
  p.max_area = options.max_area;
  p.split_boundary = options.split_boundary ? 1 : 0;
  p.split_inside = options.split_inside ? 1 : 0;
  p.max_points = options.max_points;
  p.allocate = &allocate;
  p.context = &r;
  return p;
}

void set_mesh(const triangulation& m, refine_problem& p) {
  auto or_null = [](const auto& values) { return values.empty() ? nullptr : values.data(); };
  p.points = static_cast<std::uint32_t>(m.points.size());
  p.triangles = static_cast<std::uint32_t>(m.triangles());
  p.segments = static_cast<std::uint32_t>(m.segment_marker.size());
  p.attribute_count = static_cast<std::uint32_t>(m.attributes.size() / m.points.size());
  p.point_at = m.points.data();
  p.attributes = m.attributes.data();
  p.point_segment = or_null(m.point_segment);
  p.corners = m.corners.data();
  p.neighbours = m.neighbours.data();
  p.triangle_segments = m.segments.data();
  p.segment_ends = m.segment_ends.data();
  p.region = or_null(m.region_attribute);
  p.area_bound = or_null(m.area_bound);
}

void set_scale(cpu_exec& exec, span<const point> points, const extent& all, precision kept, refine_problem& p) {
  p.low = all.low;
  p.high = all.high;
  double largest = all.largest_coordinate(), shortest = 0x1p-46 * largest;  // 64 units in the last place
  p.scale = p.area_scale = 1;
  if (kept == precision::single) {
    const single_grid grid(all);
    grid.check(exec, points);
    p.single = 1;
    p.grid_low = grid.low;
    p.scale = grid.scale;
    p.area_scale = grid.scale * grid.scale;
    largest = 1;
    shortest = 0x1p-20;  // 16 steps of the grid
  }
  p.min_edge = shortest * shortest;
  p.longest_edge = 8 * largest * largest;
}

void run_refinement(const refine_problem& problem, const run_work& work, run_entry* cpu, const refine_options& options,
                    refine_answer& answer, refine_result& r) {
  run_options run = options.run;
  run.repeat = 1;  // refinement changes the mesh in place
  if (options.run.progress)
    run.progress = [&](const progress& p) {
      if (p.detail != nullptr) options.run.progress(p);  // only rounds
    };
  const strategy chosen = options.strategy == strategy::automatic ? strategy::priority : options.strategy;
  const std::uint32_t ran =
      dispatch("refine", cpu, run, work, static_cast<std::uint32_t>(chosen), problem, answer, r.stats);
  for (const cause why : r.why) ++r.left.of(why);
  r.stats.strategy = to_string(static_cast<strategy>(ran));
  r.stats.rounds = answer.rounds;
  r.stats.tried = answer.tried;
  r.stats.inserted = answer.inserted;
  r.stats.on_segments = answer.on_segments;
  r.stats.unrefinable = answer.unrefinable;
}

}  // namespace amorph::mesh
