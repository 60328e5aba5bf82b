#include "solver/graph/pagerank/pagerank.hpp"

#include <string>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/pagerank/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::pagerank {

result solve(const weighted_csr& graph, const options& options) {
  if (!(options.damping >= 0 && options.damping < 1))
    throw error(status::bad_input,
                "expected a damping factor from 0 to below 1, found " + std::to_string(options.damping));
  if (!(options.tolerance >= 0))
    throw error(status::bad_input, "expected a tolerance of 0 or more, found " + std::to_string(options.tolerance));
  check_graph(graph, options.run);
  result r;
  r.rank.resize(graph.graph.vertices);
  answer answer{r.rank.data(), 0, 0, 1};
  dispatch("pagerank", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy,
           problem{graph, options.damping, options.tolerance, options.max_iterations, options.drop_dangling ? 1u : 0u},
           answer, r.stats);
  r.iterations = answer.iterations;
  r.residual = answer.residual;
  r.converged = answer.converged != 0;
  return r;
}

}  // namespace amorph::pagerank
