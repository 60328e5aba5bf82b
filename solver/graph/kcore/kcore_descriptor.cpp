#include "solver/graph/algorithm.hpp"
#include "solver/graph/kcore/kcore.hpp"
#include "solver/graph/kcore/kcore_check.hpp"

namespace amorph::kcore {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "peel"},
    {"peel", "removes the vertices of minimum remaining degree, level by level"},
    {"h-index", "every vertex takes the h-index of its neighbours' estimates, until none changes"}};

constexpr graph::column columns[] = {{"k", "vertex", "number of the vertex"}, {"k", "core", "its core number"}};

graph::outcome run(const graph::request& r) {
  graph::outcome out = graph::outcome_of(solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
  const auto& found = out.as<result>();
  out.summary = "maximum core " + std::to_string(found.max_core) + ", of " +
                graph::counted(found.in_max_core, "vertex", "vertices");
  out.arrays = {{"core", span<const std::uint32_t>(found.core)}};
  out.figures = {{"max_core", found.max_core}, {"in_max_core", found.in_max_core}};
  out.set_work(static_cast<double>(r.graph.graph.edges()), "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::kcore_fault(r.graph.graph, found.core, found.max_core);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s kcore").number(found.max_core).number(found.in_max_core);
  graph::for_each_row(r, out, [&](std::uint32_t v) { out.line("k").vertex(v).number(found.core[v]); });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "kcore",
    .summary = "core numbers of the simple undirected graph; direction, loops and duplicate arcs are ignored",
    .paper =
        "Kabir, Madduri, Parallel k-core decomposition on multicore platforms (IPDPSW 2017); Lu, Zhou, Zhang, "
        "Stanley, The H-index of a network node (Nature Communications 2016)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "vertex, core number",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::kcore
