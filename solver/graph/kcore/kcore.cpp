#include "solver/graph/kcore/kcore.hpp"

#include <algorithm>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/kcore/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::kcore {

result solve(const weighted_csr& graph, const options& options) {
  check_graph(graph, options.run);
  result r;
  r.core.resize(graph.graph.vertices);
  answer answer{r.core.data()};
  dispatch("kcore", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem{graph}, answer,
           r.stats);
  for (const std::uint32_t k : r.core) r.max_core = std::max(r.max_core, k);
  r.in_max_core = static_cast<std::uint64_t>(std::count(r.core.begin(), r.core.end(), r.max_core));
  return r;
}

}  // namespace amorph::kcore
