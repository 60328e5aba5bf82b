#include "solver/graph/sssp/sssp.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/common/weights.hpp"
#include "solver/graph/sssp/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::sssp {

result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  check_lengths(graph, options.run);
  if (!(options.window >= 0) || std::isinf(options.window))
    throw error(status::bad_input, "expected a window of 0 or more, found " + std::to_string(options.window));
  const std::vector<std::uint32_t> distinct = distinct_sources(graph, sources);
  const std::size_t n = graph.graph.vertices;
  const bool parents = options.parents && !options.leave;
  result r;
  r.distance.resize(options.leave ? 0 : n);
  r.parent.resize(parents ? n : 0);
  const problem problem{graph, distinct.data(), static_cast<std::uint32_t>(distinct.size()), parents ? 1u : 0u,
                        options.window};
  answer answer{r.distance.data(), r.parent.data(), nullptr};
  dispatch("sssp", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem, answer, r.stats,
           options.leave ? &r.backend_distance.memory : nullptr);
  r.backend_distance.values = {answer.backend_distance, options.leave ? n : 0};
  if (options.leave) return r;
  for (const std::uint64_t d : r.distance) r.reached += d != unreached ? 1 : 0;
  if (is_real(graph.kind)) {
    r.real.resize(n);
    for (std::size_t v = 0; v != n; ++v)
      r.real[v] =
          r.distance[v] == unreached ? std::numeric_limits<double>::infinity() : std::bit_cast<double>(r.distance[v]);
    r.distance = {};
  }
  return r;
}

}  // namespace amorph::sssp
