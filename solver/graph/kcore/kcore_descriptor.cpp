#include "solver/graph/algorithm.hpp"
#include "solver/graph/kcore/kcore.hpp"
#include "solver/graph/kcore/kcore_check.hpp"

namespace amorph::kcore {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "peel"},
    {"peel", "vertices of the minimum degree that is left are removed, level by level"},
    {"h-index", "every vertex takes the h-index of its neighbours' estimates until none changes"}};

constexpr graph::column columns[] = {{"k", "vertex", "one of the graph"}, {"k", "core", "its core number"}};

graph::outcome run(const graph::request& r) {
  auto found = std::make_shared<result>(solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
  graph::outcome out;
  out.stats = found->stats;
  out.summary = "maximum core " + std::to_string(found->max_core) + ", of " + std::to_string(found->in_max_core) +
                (found->in_max_core == 1 ? " vertex" : " vertices");
  out.figures = {{"max_core", std::to_string(found->max_core)}, {"in_max_core", std::to_string(found->in_max_core)}};
  out.work = static_cast<double>(r.graph.graph.edges());
  out.work_unit = "arcs";
  out.result = std::move(found);
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check(r.graph.graph, found.core, found.max_core);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s kcore").number(found.max_core).number(found.in_max_core);
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v)
    out.line("k").vertex(v).number(found.core[v]);
}

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(strategies, s); }

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "kcore",
    .summary = "core numbers of the simple undirected graph: direction, loops and duplicate arcs do not count",
    .paper =
        "Kabir, Madduri, Parallel k-core decomposition on multicore platforms (IPDPSW 2017); Lu, Zhou, Zhang, "
        "Stanley, The H-index of a network node (Nature Communications 2016)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "a vertex, its core number",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows};

}  // namespace amorph::kcore
