#include "solver/mesh/stars/delaunay.hpp"

#include <cstdio>

#include "solver/mesh/stars/host_part.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

// In place of a core on the CPU, where triangulate_points() is faster.
int decline(run_request* request, const void*, void* answer, char*, std::uint64_t) {
  static_cast<delaunay_answer*>(answer)->unfinished = 1;
  std::snprintf(request->backend, sizeof request->backend, "cpu");
  return 0;
}

std::optional<star_triangulation> stars(span<const point> points, const run_options& run, run_entry* cpu) {
  std::optional<star_triangulation> found(std::in_place);
  stars_host_part host(points, *found);
  delaunay_answer answer{};
  (void)dispatch("delaunay", cpu, run, work_of_stars(points), std::uint32_t{0}, host.problem(), answer, found->stats);
  if (answer.unfinished != 0) found.reset();
  return found;
}

}  // namespace

run_work work_of_stars(span<const point> points) {
  const auto n = static_cast<double>(points.size());
  // The device takes 0.03 us per point that is spread evenly, and 0.2 us in clusters.
  return {.serial_ms = 0.09e-3 * n,
          .core_ms = 0.86e-3 * n,
          .device_ms = 5 + 0.1e-3 * n,
          .upload_bytes = 16 * points.size(),
          .input = points.data()};
}

std::optional<star_triangulation> stars_on_device(span<const point> points, const run_options& run) {
  return stars(points, run, &decline);
}
std::optional<star_triangulation> stars_on_threads(span<const point> points, const run_options& run) {
  run_options here = run;
  here.backend = backend::cpu;
  return stars(points, here, stars_on_cpu());
}

}  // namespace amorph::mesh
