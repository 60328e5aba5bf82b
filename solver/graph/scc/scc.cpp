#include "solver/graph/scc/scc.hpp"

#include "solver/graph/common/checks.hpp"
#include "solver/graph/scc/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::scc {

result solve(const weighted_csr& graph, const options& options) {
  check_graph(graph, options.run);
  result r;
  r.label.resize(graph.graph.vertices);
  answer answer{r.label.data()};
  dispatch("scc", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem{graph}, answer,
           r.stats);
  count_components(r);
  return r;
}

}  // namespace amorph::scc
