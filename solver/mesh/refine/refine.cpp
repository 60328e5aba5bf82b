// Refinement's interface: checks the input, scales the bounds, and runs the core on the chosen backend. A resident mesh
// is checked once, and its arrays are resident in the context.
#include "solver/mesh/refine/refine.hpp"

#include <utility>
#include <vector>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/problem.hpp"
#include "solver/mesh/refine/resident_mesh.hpp"
#include "solver/mesh/refine/single.hpp"
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
  if (options.min_angle <= 0) return 140;
  return std::max(90.0, 180 - 2 * options.min_angle);
}

run_work work_of_refinement(std::uint64_t triangles) {
  const auto n = static_cast<double>(triangles);
  return {.serial_ms = 8 + 0.02e-3 * n,
          .core_ms = 3e-3 * n,
          .device_ms = 12 + 0.007e-3 * n,
          .upload_bytes = 60 * triangles};
}

namespace {

void measure(cpu_exec& exec, checked_mesh& m) {
  m.sharp = sharp_points(m.mesh);
  m.all = extent_of(exec, m.mesh.points);
}

// Everything but what the result has of the input's segments.
void run(cpu_exec& exec, const checked_mesh& m, const refine_options& options, const stopwatch& checking,
         refine_result& r) {
  refine_problem problem = problem_of(options, r);
  set_mesh(m.mesh, problem);
  if (m.sharp) problem.sharp = m.sharp->data();
  set_scale(exec, m.mesh.points, m.all, options.precision, problem);
  r.stats.check_ms = checking.ms();
  run_work work = work_of_refinement(problem.triangles);
  work.input = problem.corners;
  refine_answer answer{};
  run_refinement(problem, work, refine_on_cpu(), options, answer, r);
}

// Nothing was refined: the result is the input.
void note_unrefined(const refine_options& options, refine_result& r) {
  r.stats.backend_name = to_string(options.run.backend == backend::cuda ? backend::cuda : backend::cpu);
  r.stats.strategy = to_string(strategy::priority);
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
  check_mesh(exec, mesh);
  return refine_checked(exec, std::move(mesh), options, checking);
}

refine_result refine_checked(cpu_exec& exec, triangulation&& mesh, const refine_options& options,
                             const stopwatch& checking) {
  add_boundary_segments(exec, mesh);
  checked_mesh m{std::move(mesh), {}, {}, {}};
  refine_result r;
  if (m.mesh.triangles() == 0 || (!has_bounds(options) && m.mesh.area_bound.empty())) {
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
  check_mesh(exec, mesh);
  add_boundary_segments(exec, mesh);
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
  if (m.mesh.triangles() == 0 || (!has_bounds(options) && m.mesh.area_bound.empty())) {
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
