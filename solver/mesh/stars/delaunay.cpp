#include "solver/mesh/stars/delaunay.hpp"

#include <cstdio>

#include "solver/mesh/stars/complete.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

struct run_state {
  star_triangulation& answer;
  completed_stars completed = {};
};

std::uint32_t* allocate(void* context, std::uint32_t which, std::uint64_t count) {
  star_triangulation& t = static_cast<run_state*>(context)->answer;
  auto& part = which == delaunay_part::corners      ? t.corners
               : which == delaunay_part::neighbours ? t.neighbours
                                                    : t.duplicates;
  part.resize(count);
  return part.data();
}

bool complete(void* context, const unfinished_stars& stars, finished_stars& found) {
  completed_stars& to = static_cast<run_state*>(context)->completed;
  if (!complete_stars(stars, to)) return false;
  found = {to.begin.data(), to.ids.data()};
  return true;
}

// In place of a core on the CPU, where triangulate_points() is faster.
int decline(run_request* request, const void*, void* answer, char*, std::uint64_t) {
  static_cast<delaunay_answer*>(answer)->unfinished = 1;
  std::snprintf(request->backend, sizeof request->backend, "cpu");
  return 0;
}

std::optional<star_triangulation> stars(span<const point> points, const run_options& run, run_entry* cpu) {
  std::optional<star_triangulation> found(std::in_place);
  run_state state{*found};
  const delaunay_problem problem{static_cast<std::uint32_t>(points.size()), points.data(), &complete, &allocate,
                                 &state};
  delaunay_answer answer{};
  const auto n = static_cast<double>(points.size());
  // The device takes 0.03 us per point that is spread evenly, and 0.2 us in clusters.
  const run_work work{.serial_ms = 0.09e-3 * n,
                      .core_ms = 0.86e-3 * n,
                      .device_ms = 5 + 0.1e-3 * n,
                      .upload_bytes = 16 * points.size(),
                      .input = points.data()};
  (void)dispatch("delaunay", cpu, run, work, std::uint32_t{0}, problem, answer, found->stats);
  if (answer.unfinished != 0) found.reset();
  return found;
}

}  // namespace

std::optional<star_triangulation> stars_on_device(span<const point> points, const run_options& run) {
  return stars(points, run, &decline);
}
std::optional<star_triangulation> stars_on_threads(span<const point> points, const run_options& run) {
  run_options here = run;
  here.backend = backend::cpu;
  return stars(points, here, stars_on_cpu());
}

}  // namespace amorph::mesh
