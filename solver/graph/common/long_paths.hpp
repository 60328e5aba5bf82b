// Whether a graph has a high diameter, so that searches take many small steps: decides between strategies with cheap
// steps and those with high throughput.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/staging/available.hpp"
#include "solver/graph/common/marks.hpp"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph {

namespace detail {
struct arcs_of_long_row {
  const std::uint64_t* begin;
  std::uint64_t bound;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const {
    const std::uint64_t d = begin[v + 1] - begin[v];
    return d > bound ? d : 0;
  }
};
struct first_seen {
  std::uint32_t* seen;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    return atomic_load(&seen[to]) == 0 && atomic_exchange(&seen[to], 1) == 0;
  }
};
}  // namespace detail

// The number of arcs at vertices of degree above `bound`. O(n); one read-back.
template <class Exec> std::uint64_t arcs_in_long_rows(Exec& exec, const csr& graph, std::uint64_t bound) {
  typename Exec::template buffer<std::uint64_t> sum(exec, 1);
  reduce_into<std::uint64_t>(exec, graph.vertices, detail::arcs_of_long_row{graph.begin.data(), bound}, sum.data(), 0);
  return exec.read(sum.data());
}

// An estimate of the number of steps of a breadth-first search from these sources, from the growth of its first 16
// levels: a ball that holds B(8) and then B(16) vertices grows as the k-th power of its radius, k = log2 B(16)/B(8),
// and reaches all n vertices at 16 (n / B(16))^(1/k). 0 if it has reached a quarter of the vertices by then, nothing if
// the search ends earlier. O(n) and the work of 16 steps; 16 read-backs.
template <class Exec>
std::optional<double> estimate_depth(Exec& exec, const csr& graph, span<const std::uint32_t> sources) {
  constexpr unsigned steps = 16;
  const std::size_t n = graph.vertices;
  typename Exec::template buffer<std::uint32_t> seen(exec, n);
  exec.fill(seen.span(), 0);
  exec.for_each(sources.size(), store_at_listed<std::uint32_t>{sources.data(), seen.data(), 1});
  frontier<Exec> front(exec, n), next(exec, n);
  front.copy(sources);
  double ball = static_cast<double>(sources.size()), half = ball;
  for (unsigned step = 1; step <= steps; ++step) {
    advance(exec, graph, front, next, balance::edge, detail::first_seen{seen.data()});
    front.swap(next);
    ball += static_cast<double>(front.size());
    if (ball * 4 > static_cast<double>(n)) return 0;
    if (front.empty()) return std::nullopt;
    if (step == steps / 2) half = ball;
  }
  const double power = std::max(std::log2(ball / half), 0.01);
  return steps * std::pow(static_cast<double>(n) / ball, 1 / power);
}

enum class path_length : std::uint8_t {
  low,
  high,
  unknown,  // the sources reach too few vertices; treated as low
};

// high for road networks and meshes: a low average degree, few arcs (a sixteenth) at vertices of high degree, and a
// large depth. low if memory is too short to measure it, some 30 bytes per vertex.
template <class Exec> path_length path_length_of(Exec& exec, const csr& graph, span<const std::uint32_t> sources) {
  constexpr std::uint64_t long_row = 64;
  constexpr double far = 64;
  const std::uint64_t n = graph.vertices;
  const std::uint64_t bytes = 2 * frontier<Exec>::bytes(exec, n, true) + n * sizeof(std::uint32_t) + scratch_for(n);
  if (n == 0 || sources.empty() || graph.edges() > 8 * n || available_memory(exec) < bytes ||
      arcs_in_long_rows(exec, graph, long_row) > graph.edges() / 16)
    return path_length::low;
  const std::optional<double> depth = estimate_depth(exec, graph, sources);
  if (!depth) return path_length::unknown;
  return *depth >= far ? path_length::high : path_length::low;
}
template <class Exec> bool has_long_paths(Exec& exec, const csr& graph, span<const std::uint32_t> sources) {
  return path_length_of(exec, graph, sources) == path_length::high;
}

}  // namespace amorph
