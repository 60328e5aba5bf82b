#include "solver/graph/bfs/bfs.hpp"

#include <algorithm>
#include <array>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/bfs/core.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::bfs {

extern const graph::algorithm descriptor;

result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  const std::vector<std::uint32_t> distinct = distinct_sources(graph, sources);
  result r;
  r.level.resize(graph.graph.vertices);
  if (options.parents) r.parent.resize(graph.graph.vertices);
  const problem problem{graph, distinct.data(), static_cast<std::uint32_t>(distinct.size()), options.parents ? 1u : 0u};
  answer answer{r.level.data(), r.parent.data()};
  dispatch("bfs", cpu_entry(), options.run, graph::work_of(descriptor, graph), options.strategy, problem, answer,
           r.stats);
  for (const std::uint32_t l : r.level)
    if (l != unreached) {
      ++r.reached;
      r.depth = std::max(r.depth, l);
    }
  return r;
}

}  // namespace amorph::bfs
