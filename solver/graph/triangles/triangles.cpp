#include "solver/graph/triangles/triangles.hpp"

#include "solver/graph/common/checks.hpp"
#include "solver/graph/triangles/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::triangles {

result solve(const weighted_csr& graph, const options& options) {
  check_graph(graph, options.run);
  result r;
  if (options.per_vertex) r.count.resize(graph.graph.vertices);
  answer answer{options.per_vertex ? r.count.data() : nullptr, 0};
  dispatch("triangles", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy,
           problem{graph, options.per_vertex ? 1u : 0u}, answer, r.stats);
  r.triangles = answer.triangles;
  return r;
}

}  // namespace amorph::triangles
