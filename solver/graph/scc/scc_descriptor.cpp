#include "solver/graph/common/component_outcome.hpp"
#include "solver/graph/scc/scc.hpp"
#include "solver/graph/scc/scc_check.hpp"

namespace amorph::scc {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "forward-backward; on high-diameter graphs min-worklist on a device and tarjan on the CPU"},
    {"min-propagation", "every vertex learns the minimum vertex that reaches it and the minimum that it reaches"},
    {"min-worklist", "the same; only vertices whose minimum fell pass it on"},
    {"forward-backward", "the component of a pivot by two searches, then the others"},
    {.name = "tarjan", .summary = "one depth-first search on one thread", .cpu_only = true}};

graph::outcome run(const graph::request& r) {
  return graph::component_outcome(r, solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::scc_fault(r.graph.graph, found.label, found.components, found.largest);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  graph::component_rows("s scc", r, o, out);
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "scc",
    .summary = "strongly connected components",
    .paper =
        "Alabandi, Sands, Biros, Burtscher, A GPU algorithm for detecting strongly connected components "
        "(SC 2023); Slota, Rajamanickam, Madduri, BFS and coloring-based parallel "
        "algorithms for strongly connected components (IPDPS 2014); Tarjan (1972)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = graph::component_heading,
    .columns = graph::component_columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::scc
