#include "solver/graph/algorithm.hpp"
#include "solver/graph/components/components.hpp"
#include "solver/graph/components/components_check.hpp"

namespace amorph::components {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "union-find"},
    {"union-find", "disjoint sets joined along arcs; after a sample, rows of the giant component are skipped"},
    {"label-propagation", "the minimum label along arcs, and pointer jumping"}};

constexpr graph::column columns[] = {{"c", "vertex", "one of the graph"},
                                     {"c", "component", "the minimum vertex of its component"}};

graph::outcome run(const graph::request& r) {
  auto found = std::make_shared<result>(solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
  graph::outcome out;
  out.stats = found->stats;
  out.summary = std::to_string(found->components) + (found->components == 1 ? " component" : " components") +
                ", the largest of " + std::to_string(found->largest) + (found->largest == 1 ? " vertex" : " vertices");
  out.figures = {{"components", std::to_string(found->components)}, {"largest", std::to_string(found->largest)}};
  out.work = static_cast<double>(r.graph.graph.edges());
  out.work_unit = "arcs";
  out.result = std::move(found);
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check(r.graph.graph, found.label, found.components, found.largest);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s components").number(found.components).number(found.largest);
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v)
    out.line("c").vertex(v).vertex(found.label[v]);
}

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(strategies, s); }

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "components",
    .summary = "connected components; the direction of arcs does not count",
    .paper =
        "Jaiganesh, Burtscher, A high-performance connected components implementation for GPUs (HPDC 2018); "
        "Sutton, Ben-Nun, Barak, Optimizing parallel graph connectivity computation "
        "via subgraph sampling (IPDPS 2018)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "a vertex, the minimum vertex of its component",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows};

}  // namespace amorph::components
