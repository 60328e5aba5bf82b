// Refinement's interface: checks the input, scales the bounds, and runs the core on the chosen backend. A resident mesh
// is checked once, and its arrays are resident in the context.
#include "solver/mesh/refine/refine.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/geometry/single.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/core.hpp"
#include "solver/mesh/refine/resident_mesh.hpp"
#include "solver/run/dispatch.hpp"
#include "solver/run/strategy_names.hpp"

namespace amorph::mesh {

// A mesh, and what refinement to any bounds needs to know of it.
struct checked_mesh {
  triangulation mesh;  // with segments on boundaries and between regions
  std::optional<std::vector<std::uint8_t>> sharp;
  extent all;
  std::vector<resident_array> arrays;  // if it is resident
};

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
    default: return resized(r.bad, count);
  }
}

// Sets the precision limit and the other values that depend on the vertices' extent.
void set_scale(cpu_exec& exec, const checked_mesh& m, precision kept, refine_problem& p) {
  const extent& all = m.all;
  p.low = all.low;
  p.high = all.high;
  double largest = all.largest_coordinate(), shortest = 0x1p-46 * largest;  // 64 units in the last place
  p.scale = p.area_scale = 1;
  if (kept == precision::single) {
    const single_grid grid(all);
    grid.check(exec, m.mesh.points);
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

// Refining the shortest edges of the whole mesh first, as one after the other does, takes more rounds and gives fewer
// triangles, the more the larger the angle: none at 30 degrees, 5% (random points) to 30% (many small input angles) at
// 33; at 34 refinement hardly ever ends otherwise. Urgency has 16 steps per octave of the squared length.
std::uint32_t window_of(double min_angle) {
  if (min_angle <= 30) return 0;
  return min_angle <= 33 ? 32 : 8;
}

refine_problem problem_of(const triangulation& m, const refine_options& options) {
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
  p.region = or_null(m.region_attribute);
  p.area_bound = or_null(m.area_bound);
  constexpr double degree = 3.14159265358979323846 / 180;
  const double cosine = std::cos(options.min_angle * degree);
  p.square_cosine = options.min_angle > 0 ? cosine * cosine : 2;
  const double lens = encroachment_angle(options);
  p.lens = lens == 90 ? 0 : std::pow(std::cos(lens * degree), 2);
  // 5% below the distance that gives the angle exactly, to allow for rounding, as in Triangle.
  if (options.off_centres && options.min_angle > 0) p.off_centre = 0.475 * std::sqrt((1 + cosine) / (1 - cosine));
  p.window = window_of(options.min_angle);
  p.max_area = options.max_area;
  p.split_boundary = options.split_boundary ? 1 : 0;
  p.split_inside = options.split_inside ? 1 : 0;
  p.max_points = options.max_points;
  p.allocate = &allocate;
  return p;
}

// Before the checks, which take time.
void require_device(const run_options& run) {
  const backend_choice choice =
      select_backend(run.backend, "refine", boundary_version<refine_problem, refine_answer>, run.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
}

// Without a bound, or without triangles, there is nothing to refine.
bool has_bounds(const triangulation& m, const refine_options& options) {
  return options.min_angle != 0 || options.max_area != 0 || !m.area_bound.empty() || options.conforming;
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

double encroachment_angle(const refine_options& options) {
  if (options.conforming || options.min_angle >= 45) return 90;
  return options.min_angle > 0 ? 180 - 2 * options.min_angle : 140;
}

run_work work_of_refinement(std::uint64_t triangles) {
  const auto n = static_cast<double>(triangles);
  return {.serial_ms = 8 + 0.02e-3 * n,
          .core_ms = 3e-3 * n,
          .device_ms = 12 + 0.007e-3 * n,
          .upload_bytes = 60 * triangles};
}

namespace {

void check(cpu_exec& exec, triangulation& m) {
  check_mesh(exec, m);
  add_boundary_segments(exec, m);
}
void measure(cpu_exec& exec, checked_mesh& m) {
  m.sharp = sharp_points(m.mesh);
  m.all = extent_of(exec, m.mesh.points);
}

// Everything but what the result has of the input's segments.
void run(cpu_exec& exec, const checked_mesh& m, const refine_options& options, const stopwatch& checking,
         refine_result& r) {
  refine_problem problem = problem_of(m.mesh, options);
  if (m.sharp) problem.sharp = m.sharp->data();
  problem.context = &r;
  set_scale(exec, m, options.precision, problem);
  r.stats.check_ms = checking.ms();
  run_options run = options.run;
  run.repeat = 1;  // refinement changes the mesh in place
  if (options.run.progress)
    run.progress = [&](const progress& p) {
      if (p.detail != nullptr) options.run.progress(p);  // only rounds
    };
  const strategy chosen = options.strategy == strategy::automatic ? strategy::priority : options.strategy;
  refine_answer answer{};
  run_work work = work_of_refinement(problem.triangles);
  work.input = problem.corners;
  const std::uint32_t ran =
      dispatch("refine", refine_on_cpu(), run, work, static_cast<std::uint32_t>(chosen), problem, answer, r.stats);
  for (const cause why : r.why) ++r.left.of(why);
  r.stats.strategy = to_string(static_cast<strategy>(ran));
  r.stats.rounds = answer.rounds;
  r.stats.tried = answer.tried;
  r.stats.inserted = answer.inserted;
  r.stats.on_segments = answer.on_segments;
  r.stats.unrefinable = answer.unrefinable;
}

// Nothing was refined: the result is the input.
void note_unrefined(const refine_options& options, refine_result& r) {
  r.stats.backend_name = to_string(options.run.backend == backend::cuda ? backend::cuda : backend::cpu);
  r.stats.strategy = to_string(strategy::priority);
}

void check_request(const refine_options& options) {
  check_options(options);
  if (options.run.backend == backend::cuda) require_device(options.run);
}

// The arrays that a run copies to its backend.
std::vector<resident_array> keep_all(context& in, const checked_mesh& m) {
  std::vector<resident_array> all;
  const auto keep = [&](const auto& values) {
    if (!values.empty()) all.emplace_back(in, span(values.data(), values.size()));
  };
  const triangulation& t = m.mesh;
  keep(t.points);
  keep(t.attributes);
  keep(t.point_segment);
  keep(t.corners);
  keep(t.neighbours);
  keep(t.segments);
  keep(t.segment_ends);
  keep(t.region_attribute);
  keep(t.area_bound);
  if (m.sharp) keep(*m.sharp);
  return all;
}

}  // namespace

refine_result refine(triangulation mesh, const refine_options& options) {
  check_request(options);
  const stopwatch checking;
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  check(exec, mesh);
  checked_mesh m{std::move(mesh), {}, {}, {}};
  refine_result r;
  if (m.mesh.triangles() == 0 || !has_bounds(m.mesh, options)) {
    r.mesh = std::move(m.mesh);
    note_unrefined(options, r);
    return r;
  }
  measure(exec, m);
  run(exec, m, options, checking, r);
  r.mesh.segment_ends = std::move(m.mesh.segment_ends);
  r.mesh.segment_marker = std::move(m.mesh.segment_marker);
  return r;
}

resident_mesh::resident_mesh(context& in, triangulation&& mesh) : checked_(new checked_mesh) {
  const run_options run = in.run();
  cpu_exec exec(run.threads, 0, control_of(run));
  check(exec, mesh);
  checked_->mesh = std::move(mesh);
  try {
    measure(exec, *checked_);
    checked_->arrays = keep_all(in, *checked_);
  } catch (...) {
    mesh = std::move(checked_->mesh);
    throw;
  }
}
resident_mesh::~resident_mesh() = default;
const triangulation& resident_mesh::view() const { return checked_->mesh; }

refine_result refine(const resident_mesh& mesh, const refine_options& options) {
  check_request(options);
  const stopwatch checking;
  const checked_mesh& m = mesh.checked();
  refine_result r;
  if (m.mesh.triangles() == 0 || !has_bounds(m.mesh, options)) {
    r.mesh = m.mesh;
    note_unrefined(options, r);
    return r;
  }
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  run(exec, m, options, checking, r);
  r.mesh.segment_ends = m.mesh.segment_ends;
  r.mesh.segment_marker = m.mesh.segment_marker;
  return r;
}

}  // namespace amorph::mesh
