// The Delaunay triangulation of points.
#include <algorithm>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {

bool insert_vertices(working_mesh& m, span<const std::uint32_t> vertices,
                     const std::function<void(std::size_t)>& tick) {
  const std::vector<std::uint32_t> order = insertion_order(vertices);
  const std::size_t n = order.size();
  std::size_t third = 2;
  while (third < n && m.turn(order[0], order[1], order[third]) == 0) ++third;
  if (third >= n) return false;
  m.vertex.reserve(2 * n);
  m.neighbour.reserve(2 * n);
  m.start(order[0], order[1], order[third]);
  constexpr std::size_t interval = 1 << 16;
  std::uint32_t hint = 0;
  for (std::size_t k = 2; k != n; ++k) {
    if (k % interval == 0) tick(k);
    if (k != third) (void)m.insert(order[k], hint);
  }
  return true;
}

curve_order triangulate_points(cpu_exec& exec, working_mesh& m, span<const point> points,
                               const progress_callback& report) {
  curve_order order = order_along_curve(exec, points);
  const std::size_t n = points.size();
  m.points.resize(n);
  exec.for_each(n, [&](std::size_t k) { m.points[k] = points[order.point_of[k]]; });
  constexpr std::size_t smallest_block = 8192;
  // Enough for threads that other work delays; the border grows with their square root.
  const std::size_t blocks = std::min<std::size_t>(4 + 2 * std::size_t{exec.threads()}, n / smallest_block);
  if (exec.threads() != 1 && blocks > 1) {
    triangulate_in_blocks(exec, m, order, blocks, report);
    return order;
  }
  std::vector<std::uint32_t> different;
  different.reserve(n);
  for (std::uint32_t k = 0; k != n; ++k)
    if (order.same_as[k] == k) different.push_back(k);
  if (different.size() < 2)
    throw error(status::bad_input,
                "expected at least three different points, found " + std::string(n == 0 ? "none" : "one"));
  if (!insert_vertices(m, different, [&](std::size_t done) { report(done, different.size()); }))
    throw error(status::bad_input, "expected three points that are not collinear, found none");
  return order;
}

}  // namespace amorph::mesh
