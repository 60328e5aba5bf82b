#include "solver/graph/algorithm.hpp"
#include "solver/graph/triangles/triangles.hpp"
#include "solver/graph/triangles/triangles_check.hpp"

namespace amorph::triangles {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "on a CPU bitmap, if there is memory for it; else search"},
    {"search", "vertices of the shorter of two rows are looked up in the longer"},
    {"bitmap", "a row is marked in a bitmap, and the rows of its vertices are tested", nullptr, true}};

constexpr graph::column columns[] = {{"t", "vertex", "number of the vertex"},
                                     {"t", "triangles", "triangles that it is in"}};

graph::outcome run(const graph::request& r) {
  auto found = std::make_shared<result>(solve(r.graph, {r.run, static_cast<strategy>(r.strategy), r.rows}));
  graph::outcome out;
  out.stats = found->stats;
  out.summary = std::to_string(found->triangles) + " triangles";
  out.figures = {{"triangles", std::to_string(found->triangles)}};
  out.work = static_cast<double>(r.graph.graph.edges());
  out.work_unit = "arcs";
  out.result = std::move(found);
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::triangles_fault(r.graph, found.triangles, found.count);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s triangles").number(found.triangles);
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v)
    out.line("t").vertex(v).number(found.count[v]);
}

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(strategies, s); }

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
    .rows = rows};

}  // namespace amorph::triangles
