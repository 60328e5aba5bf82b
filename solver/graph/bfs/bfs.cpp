#include "solver/graph/bfs/bfs.hpp"

#include <algorithm>
#include <array>

#include "solver/graph/bfs/core.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::bfs {

result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  const std::vector<std::uint32_t> distinct = distinct_sources(graph, sources);
  const std::size_t n = graph.graph.vertices;
  const bool parents = options.parents && !options.leave;
  result r;
  r.level.resize(options.leave ? 0 : n);
  r.parent.resize(parents ? n : 0);
  const problem problem{graph, distinct.data(), static_cast<std::uint32_t>(distinct.size()), parents ? 1u : 0u};
  answer answer{r.level.data(), r.parent.data(), nullptr};
  dispatch("bfs", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem, answer, r.stats,
           options.leave ? &r.backend_level.memory : nullptr);
  r.backend_level.values = {answer.backend_level, options.leave ? n : 0};
  for (const std::uint32_t l : r.level)
    if (l != unreached) {
      ++r.reached;
      r.depth = std::max(r.depth, l);
    }
  return r;
}

}  // namespace amorph::bfs
