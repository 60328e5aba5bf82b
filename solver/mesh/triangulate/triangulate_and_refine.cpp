// From points to the refined mesh: in one run of the core on a device, otherwise step by step.
#include "solver/mesh/triangulate/triangulate_and_refine.hpp"

#include <cstdio>
#include <utility>

#include "amorph/kernels/base/refuse.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/problem.hpp"
#include "solver/mesh/stars/host_part.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

// In place of a core on the CPU, where triangulate() and refine() are faster.
int decline(run_request* request, const void*, void* answer, char*, std::uint64_t) {
  static_cast<refine_answer*>(answer)->left_to_host = 1;
  std::snprintf(request->backend, sizeof request->backend, "cpu");
  return 0;
}

// The host's part of a run from points to the refined mesh.
class points_run {
 public:
  points_run(const planar_graph& input, bool carve, const refine_options& options)
      : in_(input), carve_(carve), options_(options) {}

  // Nothing if the core has left the input to the host.
  std::optional<planar_mesh_result> run(run_entry* cpu) {
    const stopwatch checking;
    cpu_exec exec(options_.run.threads, 0, control_of(options_.run));
    check_input(exec, in_);
    if (in_.attributes.size() % in_.points.size() != 0)
      refuse("expected a multiple of " + std::to_string(in_.points.size()) + " attributes, found " +
             std::to_string(in_.attributes.size()));
    star_triangulation stars;
    stars_host_part host(in_.points, stars);
    const delaunay_problem triangulate = host.problem();
    refine_result& r = result_.refined;
    refine_problem problem = problem_of(options_, r);
    problem.points = triangulate.points;
    problem.point_at = in_.points.data();
    problem.attribute_count = static_cast<std::uint32_t>(in_.attributes.size() / in_.points.size());
    problem.attributes = in_.attributes.data();
    problem.stars = &triangulate;
    const domain_problem domain{static_cast<std::uint32_t>(in_.segments.size() / 2),
                                static_cast<std::uint32_t>(in_.holes.size()), in_.segments.data(), in_.holes.data(),
                                carve_ ? 1U : 0U};
    if (!in_.segments.empty()) problem.domain = &domain;
    problem.sharp_ends = &find_sharp;
    problem.sharp_context = this;
    set_scale(exec, in_.points, extent_of(exec, in_.points), options_.precision, problem);
    r.stats.check_ms = checking.ms();
    refine_answer answer{};
    run_refinement(problem, work(), cpu, options_, answer, r);
    has_failed_stars_ = answer.unfinished != 0;
    if (has_failed_stars_ || answer.left_to_host != 0) return std::nullopt;
    finish(stars, answer);
    return std::move(result_);
  }
  // Whether that is because of too many large stars.
  [[nodiscard]] bool has_failed_stars() const { return has_failed_stars_; }

 private:
  [[nodiscard]] run_work work() const {
    const run_work stars = work_of_stars(in_.points), refine = work_of_refinement(2 * in_.points.size());
    return {stars.serial_ms + refine.serial_ms, stars.core_ms + refine.core_ms, stars.device_ms + refine.device_ms,
            stars.upload_bytes, stars.input};
  }
  void finish(const star_triangulation& stars, const refine_answer& answer) {
    refine_result& r = result_.refined;
    r.mesh.segment_marker.assign(r.mesh.segment_ends.size() / 2, 0);
    if (!in_.segment_marker.empty())
      for (std::size_t s = 0; s != r.segment_of.size(); ++s)
        r.mesh.segment_marker[s] = in_.segment_marker[r.segment_of[s]];
    result_.initial.segment_of = std::move(r.segment_of);
    r.stats.load_ms -= answer.triangulate_ms;
    result_.triangulate_ms = answer.triangulate_ms;
    result_.initial.duplicates = sorted_pairs(stars.duplicates);
    result_.initial.unused = in_.segments.empty() ? result_.initial.duplicates.size() / 2 : answer.unused;
    result_.initial.device = r.stats.backend_name;
  }

  static sharp_vertices find_sharp(void* context) {
    points_run& of = *static_cast<points_run*>(context);
    of.sharp_ = sharp_ends(of.in_.points, of.result_.refined.mesh.segment_ends);
    return {of.sharp_.data(), static_cast<std::uint32_t>(of.sharp_.size())};
  }

  const planar_graph& in_;
  const bool carve_;
  const refine_options& options_;
  planar_mesh_result result_;
  std::vector<std::uint32_t> sharp_;
  bool has_failed_stars_ = false;
};

// Whether the core can make the mesh; it cannot if regions have attributes or bounds.
bool fits_core(const planar_graph& g, bool carve) {
  if (g.points.size() < 3 || !g.regions.empty()) return false;
  return !g.segments.empty() || (g.holes.empty() && !carve);
}

std::optional<planar_mesh_result> refine_points(const planar_graph& input, bool carve, const refine_options& options,
                                                run_entry* cpu) {
  check_request(options);
  if (!fits_core(input, carve) || !has_bounds(options)) return std::nullopt;
  return points_run(input, carve, options).run(cpu);
}

}  // namespace

std::optional<planar_mesh_result> refine_points_on_device(const planar_graph& input, bool carve,
                                                          const refine_options& options) {
  return refine_points(input, carve, options, &decline);
}
std::optional<planar_mesh_result> refine_points_on_threads(const planar_graph& input, bool carve,
                                                           const refine_options& options) {
  refine_options on_threads = options;
  on_threads.run.backend = backend::cpu;
  return refine_points(input, carve, on_threads, refine_on_cpu());
}

planar_mesh_result triangulate_and_refine(const planar_graph& input, const triangulate_options& initial_options,
                                          const refine_options& options) {
  check_request(options);
  const bool in_one_run = fits_core(input, initial_options.carve) && has_bounds(options);
  bool has_failed_stars = false;
  if (in_one_run) {
    points_run run(input, initial_options.carve, options);
    if (std::optional<planar_mesh_result> r = run.run(&decline)) return std::move(*r);
    has_failed_stars = run.has_failed_stars();
  }
  planar_mesh_result r;
  const stopwatch triangulating;
  triangulate_options first = initial_options;
  // A device that has failed at large stars would fail again, and points alone are left to the host for nothing else.
  first.run.backend = has_failed_stars || (in_one_run && input.segments.empty()) ? backend::cpu : options.run.backend;
  first.run.device = options.run.device;
  r.initial = triangulate(input, first);
  r.triangulate_ms = triangulating.ms();
  const stopwatch checking;
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  r.refined = refine_checked(exec, std::exchange(r.initial.mesh, {}), options, checking);
  return r;
}

}  // namespace amorph::mesh
