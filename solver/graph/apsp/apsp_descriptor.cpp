#include <algorithm>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/apsp/apsp_check.hpp"

namespace amorph::apsp {
namespace {

constexpr std::uint32_t rows_to_verify = 16;

constexpr graph::strategy_info strategies[] = {
    {"auto", "blocked, or from-sssp at a low average degree; streamed if memory is short"},
    {"blocked", "blocked Floyd-Warshall; products with empty tiles are skipped"},
    {"recursive", "R-Kleene: two halves closed recursively, and six products"},
    {"from-sssp", "a single-source search from each vertex, many in parallel"},
    {"streamed", "blocked, with the matrix in host memory"}};

constexpr graph::column columns[] = {{"r", "vertex", "number of the source"},
                                     {"r", "distances", "to every vertex in turn; - is unreachable"}};

graph::outcome run(const graph::request& r) {
  graph::outcome out = graph::outcome_of(solve(r.graph, {r.run, static_cast<strategy>(r.strategy), r.rows}));
  const auto& found = out.as<result>();
  out.summary = graph::counted(found.pairs, "pair", "pairs") + ", sum of distances " + decimal(found.sum);
  out.arrays = {{"distance", span<const std::uint32_t>(found.distance)}};
  out.figures = {{"pairs", found.pairs}, {"sum_distance", found.sum}, {"largest_distance", found.largest}};
  const double n = r.graph.graph.vertices;
  out.set_work(n * n * n, "sums");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const std::uint32_t n = r.graph.graph.vertices;
  o.figures.emplace_back("verified_rows", std::min(n, rows_to_verify));
  if (n > rows_to_verify)
    o.verified_part = " in " + std::to_string(rows_to_verify) + " of " + std::to_string(n) + " rows";
  return check::all_pairs_fault(r.graph, o.as<result>().distance, rows_to_verify, 1);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s apsp").number(found.pairs).total(decimal(found.sum));
  graph::for_each_row(r, out, [&](std::uint32_t v) {
    out.line("r").vertex(v);
    for (const std::uint32_t d : found.row(v)) d == unreached ? out.none("-") : out.number(d);
  });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "apsp",
    .summary = "shortest-path distances between all pairs of vertices, at most 2147483646",
    .paper = "IIIT report, section VII; Katz, Kider, All-pairs shortest-paths for large graphs on the GPU (2008)",
    .strategies = strategies,
    .needs = {.no_negative_weights = true, .integer_weights = true, .max_vertices = 5000},
    .options = {},
    .heading = "vertex, its distances to all vertices; - is unreachable",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::apsp
