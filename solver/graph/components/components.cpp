#include "solver/graph/components/components.hpp"

#include "solver/graph/common/checks.hpp"
#include "solver/graph/components/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::components {

result solve(const weighted_csr& graph, const options& options) {
  check_graph(graph, options.run);
  result r;
  r.label.resize(graph.graph.vertices);
  answer answer{r.label.data()};
  dispatch("components", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem{graph},
           answer, r.stats);
  count_components(r);
  return r;
}

}  // namespace amorph::components
