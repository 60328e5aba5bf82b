#include "solver/graph/sssp/sssp.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/first_arc.hpp"
#include "solver/graph/algorithm.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/graph/sssp/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::sssp {

extern const graph::algorithm descriptor;
namespace {

template <class T> void check_weights(cpu_exec& exec, const csr& g, const T* weight) {
  const auto arc = first_arc(
      exec, g, [=](std::size_t e) { return !(weight[e] >= 0 && weight[e] <= std::numeric_limits<T>::max()); });
  if (!arc) return;
  const T found = weight[arc->index];
  if (!(found < 0)) throw error(status::bad_input, "a weight is not a finite number");
  throw error(status::bad_input, "the arc from vertex " + std::to_string(arc->from) + " to vertex " +
                                     std::to_string(g.to[arc->index]) + " (counted from 0) has the negative weight " +
                                     std::to_string(found));
}

void check_weights(const weighted_csr& g, const run_options& run) {
  cpu_exec exec(run.threads, 0, control_of(run));
  switch (g.kind) {
    case weight_kind::none: return;
    case weight_kind::int32: return check_weights(exec, g.graph, static_cast<const std::int32_t*>(g.weight));
    case weight_kind::int64: return check_weights(exec, g.graph, static_cast<const std::int64_t*>(g.weight));
    case weight_kind::float32: return check_weights(exec, g.graph, static_cast<const float*>(g.weight));
  }
}

}  // namespace

result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  check_weights(graph, options.run);
  if (!(options.window >= 0) || std::isinf(options.window))
    throw error(status::bad_input, "expected a window of 0 or more, found " + std::to_string(options.window));
  const std::vector<std::uint32_t> distinct = distinct_sources(graph, sources);
  const std::size_t n = graph.graph.vertices;
  result r;
  r.distance.resize(n);
  if (options.parents) r.parent.resize(n);
  const problem problem{graph, distinct.data(), static_cast<std::uint32_t>(distinct.size()), options.parents ? 1u : 0u,
                        options.window};
  answer answer{r.distance.data(), r.parent.data()};
  dispatch("sssp", cpu_entry(), options.run, graph::work_of(descriptor, graph), options.strategy, problem, answer,
           r.stats);
  for (const std::uint64_t d : r.distance) r.reached += d != unreached ? 1 : 0;
  if (graph.kind == weight_kind::float32) {
    r.real.resize(n);
    for (std::size_t v = 0; v != n; ++v)
      r.real[v] =
          r.distance[v] == unreached ? std::numeric_limits<double>::infinity() : std::bit_cast<double>(r.distance[v]);
    r.distance = {};
  }
  return r;
}

}  // namespace amorph::sssp
