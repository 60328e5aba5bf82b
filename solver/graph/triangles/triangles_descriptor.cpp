#include "solver/graph/algorithm.hpp"
#include "solver/graph/triangles/triangles.hpp"
#include "solver/graph/triangles/triangles_check.hpp"

namespace amorph::triangles {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "on the CPU bitmap if there is memory; on a device search"},
    {"search", "the neighbours in the shorter of two adjacency lists are looked up in the longer"},
    {"bitmap", "a bitmap marks one adjacency list and tests the others", nullptr, true}};

constexpr graph::column columns[] = {{"t", "vertex", "number of the vertex"},
                                     {"t", "triangles", "triangles that it is in"}};

graph::outcome run(const graph::request& r) {
  graph::outcome out = graph::outcome_of(solve(r.graph, {r.run, static_cast<strategy>(r.strategy), r.rows}));
  const auto& found = out.as<result>();
  out.summary = std::to_string(found.triangles) + " triangles";
  out.figures = {{"triangles", found.triangles}};
  out.arrays = {{"triangles", span<const std::uint64_t>(found.count)}};
  out.set_work(static_cast<double>(r.graph.graph.edges()), "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::triangles_fault(r.graph, found.triangles, found.count);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s triangles").number(found.triangles);
  graph::for_each_row(r, out, [&](std::uint32_t v) { out.line("t").vertex(v).number(found.count[v]); });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "triangles",
    .summary = "the number of triangles, in all and per vertex; direction, loops and parallel arcs are ignored",
    .paper =
        "Hu, Liu, Huang, TriCore: parallel triangle counting on GPUs (SC 2018); Schank, Wagner, Finding, counting and "
        "listing all triangles in large graphs (WEA 2005)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "vertex, triangles",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::triangles
