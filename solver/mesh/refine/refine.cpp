#include "solver/mesh/refine/refine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/geometry/single.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/core.hpp"
#include "solver/run/strategy_names.hpp"

namespace amorph::mesh {
namespace {

constexpr strategy_names<strategy, 12> names = {{{"auto", strategy::automatic},
                                                 {"priority", strategy::priority},
                                                 {"topology", strategy::topology},
                                                 {"unordered", strategy::unordered},
                                                 {"unfiltered", strategy::unfiltered},
                                                 {"three-phase", strategy::three_phase},
                                                 {"three-phase-launches", strategy::three_phase_launches},
                                                 {"atomic", strategy::atomic},
                                                 {"two-stage", strategy::two_stage},
                                                 {"two-stage-shared", strategy::two_stage_shared},
                                                 {"two-stage-children", strategy::two_stage_children},
                                                 {"three-phase-adaptive", strategy::three_phase_adaptive}}};

void check_options(const refine_options& how) {
  if (!(how.min_angle >= 0 && how.min_angle <= 60))
    throw error(status::bad_input, "expected an angle of 0 to 60 degrees, found " + std::to_string(how.min_angle));
  if (!(how.max_area >= 0))
    throw error(status::bad_input, "expected an area of 0 or more, found " + std::to_string(how.max_area));
}

// What the core calls back for.
struct caller {
  const refine_options* how;
  refine_result* result;
};

template <class Values> void* room_in(Values& values, std::uint64_t count) {
  values.resize(count);
  return values.data();
}
void* room(void* context, std::uint32_t which, std::uint64_t count) {
  refine_result& r = *static_cast<caller*>(context)->result;
  switch (which) {
    case part::points: return room_in(r.mesh.points, count);
    case part::point_segment: return room_in(r.mesh.point_segment, count);
    case part::attributes: return room_in(r.mesh.attributes, count);
    case part::corners: return room_in(r.mesh.corners, count);
    case part::neighbours: return room_in(r.mesh.neighbours, count);
    case part::segments: return room_in(r.mesh.segments, count);
    case part::region: return room_in(r.mesh.region_attribute, count);
    case part::area_bound: return room_in(r.mesh.area_bound, count);
    case part::why: return room_in(r.why, count);
    default: return room_in(r.bad, count);
  }
}
std::uint32_t stop(void* context) {
  const auto* flag = static_cast<caller*>(context)->how->stop;
  return flag != nullptr && flag->load(std::memory_order_relaxed) ? 1 : 0;
}
void report(void* context, std::uint64_t rounds, std::uint64_t points, std::uint64_t triangles, std::uint64_t waiting) {
  const auto& watch = static_cast<caller*>(context)->how->watch;
  if (watch) watch({rounds, points, triangles, waiting});
}

// Lengths that precision allows, and what else hangs on where the points are.
void set_scale(cpu_exec& exec, const triangulation& m, precision kept, refine_problem& p) {
  const extent all = extent_of(exec, m.points);
  p.low = all.low;
  p.high = all.high;
  double largest = all.largest_coordinate(), shortest = 0x1p-46 * largest;  // 64 units in the last place
  p.scale = p.area_scale = 1;
  if (kept == precision::single) {
    const single_grid grid(all);
    grid.check(exec, m.points);
    p.single = 1;
    p.grid_low = grid.low;
    p.scale = grid.scale;
    p.area_scale = grid.scale * grid.scale;
    largest = 1;
    shortest = 0x1p-20;  // 16 steps of the grid
  }
  p.least_edge = shortest * shortest;
  p.longest_edge = 8 * largest * largest;
}

refine_problem problem_of(const triangulation& m, const std::vector<std::uint8_t>& sharp, const refine_options& how) {
  auto or_null = [](const auto& values) { return values.empty() ? nullptr : values.data(); };
  refine_problem p{};
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
  p.sharp = or_null(sharp);
  p.region = or_null(m.region_attribute);
  p.area_bound = or_null(m.area_bound);
  const double cosine = std::cos(how.min_angle * 3.14159265358979323846 / 180);
  p.square_cosine = how.min_angle > 0 ? cosine * cosine : 2;
  // A twentieth short of what makes the angle exactly, as Triangle does, for rounding.
  if (how.off_centres && how.min_angle > 0) p.off_centre = 0.475 * std::sqrt((1 + cosine) / (1 - cosine));
  p.max_area = how.max_area;
  p.split_boundary = how.split_boundary ? 1 : 0;
  p.split_inside = how.split_inside ? 1 : 0;
  p.strategy = static_cast<std::uint32_t>(how.how == strategy::automatic ? strategy::priority : how.how);
  p.threads = how.threads;
  p.max_points = how.max_points;
  p.memory_limit = how.memory_limit;
  p.stop = &stop;
  p.report = &report;
  p.room = &room;
  return p;
}

}  // namespace

void round_to_single(std::vector<point>& points) {
  cpu_exec exec(1);
  single_grid(extent_of(exec, points)).round(points);
}

std::string_view to_string(cause why) noexcept {
  switch (why) {
    case cause::input_angle: return "input-angle";
    case cause::precision: return "precision";
    case cause::point_limit: return "point-limit";
    case cause::kept_segment: return "kept-segment";
  }
  return "";
}

std::optional<strategy> parse_strategy(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(strategy s) noexcept { return name_of(names, s); }

refine_result refine(triangulation mesh, const refine_options& how) {
  check_options(how);
  const backend_choice choice = select_backend(how.where, "refine", refine_version);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  const stopwatch time;
  cpu_exec exec(how.threads);
  check_mesh(exec, mesh);
  close_borders(exec, mesh);
  refine_result r;
  const bool nothing = how.min_angle == 0 && how.max_area == 0 && mesh.area_bound.empty() && !how.conforming;
  if (mesh.triangles() == 0 || nothing) {
    r.mesh = std::move(mesh);
    r.stats.backend_name = to_string(choice.where);
    r.stats.strategy = to_string(strategy::priority);
    return r;
  }
  const std::vector<std::uint8_t> sharp = sharp_points(mesh);
  refine_problem problem = problem_of(mesh, sharp, how);
  set_scale(exec, mesh, how.kept, problem);
  if (choice.where == backend::cpu && how.how == strategy::two_stage_children)
    problem.strategy = static_cast<std::uint32_t>(strategy::two_stage_shared);
  r.stats.check_ms = time.ms();
  caller context{&how, &r};
  problem.context = &context;
  refine_answer answer{};
  std::array<char, 512> message{};
  refine_entry* entry = choice.where == backend::cuda ? cuda_module::get().entry<refine_entry>("refine", refine_version)
                                                      : refine_on_cpu();
  const auto code = static_cast<status>(entry(&problem, &answer, message.data(), message.size()));
  if (code != status::ok) throw error(code, message.data());
  r.mesh.segment_ends = std::move(mesh.segment_ends);
  r.mesh.segment_marker = std::move(mesh.segment_marker);
  for (const cause why : r.why) ++r.left.of(why);
  r.stats.backend_name = answer.backend;
  r.stats.strategy = to_string(static_cast<strategy>(answer.strategy));
  r.stats.threads = answer.threads;
  r.stats.rounds = answer.rounds;
  r.stats.tried = answer.tried;
  r.stats.inserted = answer.inserted;
  r.stats.on_segments = answer.on_segments;
  r.stats.given_up = answer.given_up;
  r.stats.load_ms = answer.load_ms;
  r.stats.refine_ms = answer.refine_ms;
  r.stats.finish_ms = answer.finish_ms;
  r.stats.peak_bytes = answer.peak_bytes;
  return r;
}

}  // namespace amorph::mesh
