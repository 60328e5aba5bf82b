// Numbers triangles by their vertices, so that numbers do not depend on how the triangulation was computed.
#include <algorithm>

#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// (The vertex at infinity has the largest number.)
std::uint32_t first_corner(const corners3& v) {
  return v.at[0] < v.at[1] ? (v.at[0] < v.at[2] ? 0 : 2) : (v.at[1] < v.at[2] ? 1 : 2);
}

}  // namespace

numbering number_triangles(cpu_exec& exec, const working_mesh& m, const std::vector<char>& is_outside) {
  const std::size_t n = m.vertex.size(), points = m.points.size();
  host_array<std::uint32_t> end(points + 1);  // per vertex: of the triangles whose first corner it is
  exec.fill(span<std::uint32_t>(end), 0);
  exec.for_each(n, [&](std::size_t t) {
    if (is_outside[t] == 0) atomic_add(&end[m.vertex[t].at[first_corner(m.vertex[t])]], 1u);
  });
  exclusive_scan(exec, span<const std::uint32_t>(end), span<std::uint32_t>(end));
  numbering to;
  to.triangle.resize(end[points]);
  to.number.resize(n);
  exec.for_each(n, [&](std::size_t t) {
    if (is_outside[t] != 0) {
      to.number[t] = none;
      return;
    }
    const std::uint32_t i = first_corner(m.vertex[t]);
    to.triangle[atomic_add(&end[m.vertex[t].at[i]], 1u)] = edge_of(static_cast<std::uint32_t>(t), i);
  });
  exec.for_each(points, [&](std::size_t v) {
    const std::uint32_t begin = v == 0 ? 0 : end[v - 1];
    std::sort(to.triangle.begin() + begin, to.triangle.begin() + end[v],
              [&](handle a, handle b) { return m.from(a) < m.from(b); });
    for (std::uint32_t k = begin; k != end[v]; ++k) to.number[triangle_of(to.triangle[k])] = k;
  });
  return to;
}

}  // namespace amorph::mesh
