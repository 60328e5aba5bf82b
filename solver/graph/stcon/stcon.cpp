#include "solver/graph/stcon/stcon.hpp"

#include <array>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/stcon/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::stcon {

result solve(const weighted_csr& graph, std::uint32_t from, std::uint32_t to, const options& options) {
  check_graph(graph, options.run);
  const std::array<std::uint32_t, 2> ends = {from, to};
  (void)distinct_sources(graph, ends);
  answer answer{};
  result r;
  dispatch("stcon", cpu_entry(), options.run, graph::work_of(costs, graph), options.strategy, problem{graph, from, to},
           answer, r.stats);
  r.distance = answer.distance;
  r.visited = answer.visited;
  return r;
}

}  // namespace amorph::stcon
