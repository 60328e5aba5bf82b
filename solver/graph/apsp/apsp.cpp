#include "solver/graph/apsp/apsp.hpp"

#include <algorithm>
#include <string>

#include "amorph/kernels/base/refuse.hpp"
#include "solver/graph/apsp/core.hpp"
#include "solver/graph/apsp/host_table.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::apsp {

namespace {

constexpr char expected[] = ": apsp takes integer weights of 0 or more";

// The largest weight, and as a window the mean of those that can be part of a distance.
template <class Weight> problem problem_of(const weighted_csr& g, const Weight* weight) {
  std::uint64_t largest = 0, counted = 0;
  double sum = 0;
  for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e) {
      const std::int64_t w = weight[e];
      if (w < 0)
        refuse("the arc from vertex " + std::to_string(v) + " to vertex " + std::to_string(g.graph.to[e]) +
               " (counted from 0) has the negative weight " + std::to_string(w) + expected);
      largest = std::max(largest, static_cast<std::uint64_t>(w));
      if (w >= unreached) continue;
      sum += static_cast<double>(w);
      ++counted;
    }
  const double mean = counted == 0 ? 1 : sum / static_cast<double>(counted);
  return {g, static_cast<std::uint32_t>(std::min<std::uint64_t>(largest, unreached)),
          static_cast<std::uint32_t>(mean) + 1, nullptr};
}

// Weights above any distance become infinity. A vertex that only such an arc reaches is found by the overflow check: an
// arc leads there from a reached vertex.
host_array<std::int32_t> with_infinity(const weighted_csr& g) {
  const auto* weight = static_cast<const std::int64_t*>(g.weight);
  host_array<std::int32_t> narrow(g.graph.edges());
  for (std::uint64_t e = 0; e != narrow.size(); ++e)
    narrow[e] = static_cast<std::int32_t>(std::min<std::int64_t>(weight[e], unreached));
  return narrow;
}

}  // namespace

result solve(const weighted_csr& g, const options& options) {
  check_graph(g, options.run);
  if (is_real(g.kind)) refuse(std::string("the weights are floating-point numbers") + expected);
  problem problem{g, 1, 1, nullptr};
  if (g.kind == weight_kind::int32) problem = problem_of(g, static_cast<const std::int32_t*>(g.weight));
  if (g.kind == weight_kind::int64) problem = problem_of(g, static_cast<const std::int64_t*>(g.weight));
  host_array<std::int32_t> narrow;
  if (g.kind == weight_kind::int64 && problem.max_weight >= unreached) {
    narrow = with_infinity(g);
    problem.graph.kind = weight_kind::int32;
    problem.graph.weight = narrow.data();
  }
  result r;
  r.vertices = g.graph.vertices;
  if (options.distances) {
    need_host_memory(r.vertices);
    r.distance.resize(std::size_t{r.vertices} * r.vertices);
    problem.table = r.distance.data();
  }
  answer answer{options.distances ? r.distance.data() : nullptr, 0, 0, 0, 0};
  dispatch("apsp", cpu_entry(), options.run, graph::work_of(costs, g), options.strategy, problem, answer, r.stats);
  r.pairs = answer.pairs;
  r.sum = static_cast<__int128>(answer.sum_high) << 64 | answer.sum;
  r.largest = answer.largest;
  return r;
}

}  // namespace amorph::apsp
