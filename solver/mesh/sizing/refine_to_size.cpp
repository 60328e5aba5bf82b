// Refinement to sizes: area bounds are lowered where the sizes demand it, and the mesh is refined again.
#include "solver/mesh/sizing/refine_to_size.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

constexpr unsigned max_passes = 64;
constexpr double equilateral = 0.43301270189221933;  // area of the triangle with sides of length 1

// The largest length at the centroids of parts x parts equal parts of a triangle.
double largest_length(const point* p, const size_function& size, unsigned parts) {
  double largest = 0;
  const auto at = [&](double i, double j) {  // of `parts` steps from p[0] along each side
    const double u = i / parts, v = j / parts;
    largest = std::max(largest, size({p[0].x + u * (p[1].x - p[0].x) + v * (p[2].x - p[0].x),
                                      p[0].y + u * (p[1].y - p[0].y) + v * (p[2].y - p[0].y)}));
  };
  for (unsigned i = 0; i != parts; ++i)
    for (unsigned j = 0; i + j != parts; ++j) {
      at(i + 1.0 / 3, j + 1.0 / 3);
      if (i + j + 1 != parts) at(i + 2.0 / 3, j + 2.0 / 3);
    }
  return largest;
}

// Lowers area bounds to those of `area`; returns whether any has changed.
bool lower_bounds(triangulation& m, const run_options& run, const area_function& area, bool on_threads) {
  m.area_bound.resize(m.triangles(), 0);
  std::atomic<bool> any = false;
  const auto lower = [&](std::size_t t) {
    const std::uint32_t* c = m.corners.data() + 3 * t;
    const point p[3] = {m.points[c[0]], m.points[c[1]], m.points[c[2]]};
    const double wanted = area(p, area_of_corners(p));
    double& bound = m.area_bound[t];
    if (!(wanted > 0) || (bound > 0 && bound <= wanted)) return;
    bound = wanted;
    any.store(true, std::memory_order_relaxed);
  };
  if (on_threads) {
    cpu_exec exec(run.threads);
    exec.for_each(m.triangles(), lower);
  } else {
    for (std::size_t t = 0; t != m.triangles(); ++t) lower(t);
  }
  return any;
}

void add(refine_statistics& to, const refine_statistics& before) {
  to.rounds += before.rounds;
  to.tried += before.tried;
  to.inserted += before.inserted;
  to.on_segments += before.on_segments;
  to.check_ms += before.check_ms;
  to.load_ms += before.load_ms;
  to.finish_ms += before.finish_ms;
  to.peak_bytes = std::max(to.peak_bytes, before.peak_bytes);
  if (!before.ms.empty() && !to.ms.empty()) to.ms[0] += before.ms[0];
}

}  // namespace

area_function area_of_size(size_function size) {
  return [size = std::move(size)](const point* p, double area) {
    const auto middle = [&](unsigned i, unsigned j) { return point{0.5 * (p[i].x + p[j].x), 0.5 * (p[i].y + p[j].y)}; };
    double length = size({(p[0].x + p[1].x + p[2].x) / 3, (p[0].y + p[1].y + p[2].y) / 3});
    for (unsigned i = 0; i != 3; ++i) length = std::min({length, size(p[i]), size(middle(i, (i + 1) % 3))});
    const double wanted = equilateral * length * length;
    return area > wanted ? std::max(wanted, area / 4) : 0;
  };
}

double estimated_triangles(const triangulation& m, const size_function& size) {
  const unsigned parts = m.triangles() <= 4096 ? 4 : m.triangles() <= 262144 ? 2 : 1;
  double count = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    const std::uint32_t* c = m.corners.data() + 3 * t;
    const point p[3] = {m.points[c[0]], m.points[c[1]], m.points[c[2]]};
    const double length = largest_length(p, size, parts);
    count += area_of_corners(p) / (equilateral * length * length);
  }
  return count;
}

refine_result refine_to_size(triangulation mesh, const refine_options& options, const area_function& area,
                             bool on_threads) {
  refine_result all;
  all.mesh = std::move(mesh);
  refine_options pass_options = options;
  for (unsigned pass = 0; pass != max_passes; ++pass) {
    const bool wanted = lower_bounds(all.mesh, options.run, area, on_threads);
    if (!wanted && pass != 0) break;
    refine_result r = refine(std::move(all.mesh), pass_options);
    add(r.stats, all.stats);
    all = std::move(r);
    if (all.stats.inserted >= options.max_points) break;
    pass_options.max_points = options.max_points - all.stats.inserted;
  }
  return all;
}

}  // namespace amorph::mesh
