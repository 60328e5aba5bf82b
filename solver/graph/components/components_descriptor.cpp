#include "solver/graph/common/component_outcome.hpp"
#include "solver/graph/components/components.hpp"
#include "solver/graph/components/components_check.hpp"

namespace amorph::components {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "union-find"},
    {"union-find", "disjoint sets joined along arcs; after a sample, the giant component is skipped"},
    {"label-propagation", "minimum labels along arcs, and pointer jumping"}};

graph::outcome run(const graph::request& r) {
  return graph::component_outcome(r, solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::components_fault(r.graph.graph, found.label, found.components, found.largest);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  graph::component_rows("s components", r, o, out);
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "components",
    .summary = "connected components; the direction of arcs is ignored",
    .paper =
        "Jaiganesh, Burtscher, A high-performance connected components implementation for GPUs (HPDC 2018); "
        "Sutton, Ben-Nun, Barak, Optimizing parallel graph connectivity computation "
        "via subgraph sampling (IPDPS 2018)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = graph::component_heading,
    .columns = graph::component_columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::components
