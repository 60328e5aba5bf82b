#include <algorithm>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/betweenness/betweenness.hpp"
#include "solver/graph/betweenness/betweenness_check.hpp"

namespace amorph::betweenness {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "sources on the CPU if there is one per thread; otherwise levels"},
    {"levels", "a batch of sources searched together, level by level"},
    {"sources", "a thread per source", nullptr, true}};

constexpr graph::option_info option_table[] = {
    {"samples", "K", graph::option_kind::integer, 1, 4294967295.0, false,
     "all vertices if there are at most 10000, else 16",
     "add up the dependencies of K random sources, unless --source names them"},
    {"seed", "S", graph::option_kind::integer, 0, 4294967295.0, false, "1", "random seed for the choice of sources"}};

constexpr graph::column columns[] = {{"b", "vertex", "number of the vertex"},
                                     {"b", "score", "sum of its dependencies, not normalised"}};

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy)};
  o.samples = static_cast<std::uint32_t>(graph::value_of(r, 0).value_or(0));
  o.seed = static_cast<std::uint64_t>(graph::value_of(r, 1).value_or(1));
  graph::outcome out = graph::outcome_of(solve(r.graph, r.sources, o));
  const auto& found = out.as<result>();
  double maximum = 0;
  for (const double score : found.score) maximum = std::max(maximum, score);
  const std::size_t samples = found.sources.size();
  out.summary =
      (samples == r.graph.graph.vertices ? "all vertices are sources" : graph::counted(samples, "source", "sources")) +
      ", maximum score " + graph::shortest(maximum);
  out.arrays = {{"score", span<const double>(found.score)}};
  out.figures = {{"samples", samples}, {"exact", samples == r.graph.graph.vertices}, {"maximum", maximum}};
  out.set_work(static_cast<double>(r.graph.graph.edges()) * static_cast<double>(samples), "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::betweenness_fault(r.graph, found.sources, found.score);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  graph::for_each_row(r, out, [&](std::uint32_t v) { out.line("b").vertex(v).real(found.score[v]); });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "betweenness",
    .summary = "the betweenness centrality of every vertex: its share of the shortest paths from the sources",
    .paper = "Brandes, A faster algorithm for betweenness centrality (Journal of Mathematical Sociology 2001)",
    .strategies = strategies,
    .needs = {.ends = graph::ends::optional_sources},
    .options = option_table,
    .heading = "vertex, score",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::betweenness
