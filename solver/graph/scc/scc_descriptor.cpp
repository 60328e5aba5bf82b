#include "solver/graph/algorithm.hpp"
#include "solver/graph/scc/scc.hpp"
#include "solver/graph/scc/scc_check.hpp"

namespace amorph::scc {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "if paths look long min-worklist on a device and tarjan on the CPU, else forward-backward"},
    {"min-propagation", "every vertex learns the minimum that reaches it and that it reaches"},
    {"min-worklist", "the same, passed on by vertices whose minimum fell alone"},
    {"forward-backward", "the component of a pivot by two searches, then the others"},
    {.name = "tarjan", .summary = "one depth-first search on one thread", .cpu_only = true}};

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
  out.line("s scc").number(found.components).number(found.largest);
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
    .name = "scc",
    .summary = "strongly connected components",
    .paper =
        "Alabandi, Sands, Biros, Burtscher, A GPU algorithm for detecting strongly connected components "
        "(SC 2023); Slota, Rajamanickam, Madduri, BFS and coloring-based parallel "
        "algorithms for strongly connected components (IPDPS 2014); Tarjan (1972)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "a vertex, the minimum vertex of its component",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows};

}  // namespace amorph::scc
