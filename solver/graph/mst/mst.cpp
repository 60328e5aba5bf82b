#include "solver/graph/mst/mst.hpp"

#include <algorithm>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/mst/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mst {

namespace {

// Floats are added in the order of arcs, in double precision.
void add_up(const weighted_csr& g, result& r) {
  __int128 whole = 0;
  double real = 0;
  for (const std::uint64_t e : r.arcs) switch (g.kind) {
      case weight_kind::none: whole += 1; break;
      case weight_kind::int32: whole += static_cast<const std::int32_t*>(g.weight)[e]; break;
      case weight_kind::int64: whole += static_cast<const std::int64_t*>(g.weight)[e]; break;
      case weight_kind::float32: real += static_cast<const float*>(g.weight)[e]; break;
      case weight_kind::float64: real += static_cast<const double*>(g.weight)[e]; break;
    }
  if (is_real(g.kind))
    r.weight = real;
  else
    r.weight = whole;
}

}  // namespace

result solve(const weighted_csr& graph, const options& options) {
  // A transaction's key has 31 bits. Checked here, before memory is allocated.
  constexpr std::uint32_t most = 0x7fffffff;
  if (options.strategy >= strategy::stm && graph.graph.vertices >= most)
    throw error(status::bad_input, "expected fewer than " + std::to_string(most) +
                                       " vertices for transactions, found " + std::to_string(graph.graph.vertices));
  check_graph(graph, options.run);
  result r;
  r.arcs.resize(graph.graph.vertices);
  answer answer{r.arcs.data(), 0, {}};
  const auto ran = dispatch("mst", cpu_entry(), options.run,
                            graph::work_of(graph.weight != nullptr ? costs : costs_without_weights, graph),
                            options.strategy, problem{graph}, answer, r.stats);
  r.arcs.resize(answer.count);
  if (ran >= strategy::stm) r.transactions = answer.transactions;
  r.components = graph.graph.vertices - answer.count;
  add_up(graph, r);
  return r;
}

}  // namespace amorph::mst
