// The order of vertices along the Hilbert curve, and a biased randomised insertion order (Amenta, Choi, Rote,
// "Incremental Constructions con BRIO", 2003): rounds of random points, each with four times the points of the one
// before (the paper doubles), each along the curve. The rounds keep the expected number of flips per point constant for
// any input; the curve keeps walks short and memory accesses local.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/random/random.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Vertex k is point `point_of[k]`: along the curve, those of one cell in the order of their numbers. `same_as[k]` is
// the first vertex at its position.
struct curve_order {
  host_array<std::uint32_t> point_of, same_as;
  host_array<std::uint64_t> cell;  // per vertex, ascending
  fine_curve curve;
};

namespace detail {

// Of the vertices first .. last-1, which share a cell: those at one position.
template <class Points>
void find_duplicates(const Points& points, curve_order& order, std::size_t first, std::size_t last) {
  const auto at = [&](std::uint32_t k) { return points[order.point_of[k]]; };
  constexpr std::size_t few = 16;
  if (last - first <= few) {
    for (std::size_t k = first + 1; k != last; ++k)
      for (std::size_t j = first; j != k; ++j)
        if (const point p = at(static_cast<std::uint32_t>(j)), q = at(static_cast<std::uint32_t>(k));
            p.x == q.x && p.y == q.y) {
          order.same_as[k] = static_cast<std::uint32_t>(j);
          break;
        }
    return;
  }
  std::vector<std::uint32_t> run(last - first);
  for (std::size_t k = first; k != last; ++k) run[k - first] = static_cast<std::uint32_t>(k);
  std::sort(run.begin(), run.end(), [&](std::uint32_t j, std::uint32_t k) {
    const point p = at(j), q = at(k);
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : j < k;
  });
  for (std::size_t i = 1; i != run.size(); ++i) {
    const point p = at(run[i - 1]), q = at(run[i]);
    if (p.x == q.x && p.y == q.y) order.same_as[run[i]] = order.same_as[run[i - 1]];
  }
}

}  // namespace detail

// O(n) work, on the executor's threads.
inline curve_order order_along_curve(cpu_exec& exec, span<const point> points) {
  const std::size_t n = points.size();
  const extent all = extent_of(exec, points);
  const fine_curve curve = fine_curve::over(all.low, all.high);
  curve_order order{.point_of = {}, .same_as = {}, .cell = {}, .curve = curve};
  order.point_of.resize(n);
  order.same_as.resize(n);
  order.cell.resize(n);
  exec.for_each(n, [&](std::size_t i) {
    order.cell[i] = curve.index(points[i]);
    order.point_of[i] = order.same_as[i] = static_cast<std::uint32_t>(i);
  });
  sort_pairs(exec, span<std::uint64_t>(order.cell), span<std::uint32_t>(order.point_of), 0, 2 * fine_curve::bits);
  exec.for_each(n, [&](std::size_t k) {
    const std::uint64_t cell = order.cell[k];
    if ((k != 0 && order.cell[k - 1] == cell) || k + 1 == n || order.cell[k + 1] != cell) return;
    std::size_t last = k + 2;
    while (last != n && order.cell[last] == cell) ++last;
    detail::find_duplicates(points, order, k, last);
  });
  return order;
}

// The vertices `of`, which are ascending, in the order of insertion. Rounds are drawn by a hash of the vertex.
inline std::vector<std::uint32_t> insertion_order(span<const std::uint32_t> of) {
  constexpr unsigned rounds = 16;
  const random_stream random(1, 0);
  const auto round_of = [&](std::uint32_t v) {
    const unsigned earlier = static_cast<unsigned>(std::countr_zero(random(v) | std::uint64_t{1} << 30)) / 2;
    return rounds - 1 - std::min(earlier, rounds - 1);
  };
  std::array<std::size_t, rounds + 1> begin{};
  for (const std::uint32_t v : of) ++begin[round_of(v) + 1];
  for (unsigned r = 0; r != rounds; ++r) begin[r + 1] += begin[r];
  std::vector<std::uint32_t> order(of.size());
  for (const std::uint32_t v : of) order[begin[round_of(v)]++] = v;
  return order;
}

}  // namespace amorph::mesh
