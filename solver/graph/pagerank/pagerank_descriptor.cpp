#include "solver/graph/algorithm.hpp"
#include "solver/graph/pagerank/pagerank.hpp"
#include "solver/graph/pagerank/pagerank_check.hpp"

namespace amorph::pagerank {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "chebyshev if the graph is undirected, otherwise pull"},
    {"pull", "every vertex adds up its incoming rank (Jacobi iteration)"},
    {"chebyshev", "the same with Chebyshev acceleration if the first steps converge slowly (undirected graphs)"}};

constexpr graph::option_info option_table[] = {
    {"damping", "D", graph::option_kind::real, 0, 0.999999, false, "0.85",
     "probability of following an arc rather than restarting"},
    {"tolerance", "T", graph::option_kind::real, 0, 2, false, "1e-4",
     "stop if the L1 change of the ranks in one iteration is smaller"},
    {"iterations", "N", graph::option_kind::integer, 1, 1e9, false, "1000", "maximum number of iterations"},
    {"drop-dangling", nullptr, graph::option_kind::flag, 0, 1, false, nullptr,
     "drop the rank of vertices without outgoing arcs instead of spreading it over all vertices"}};

constexpr graph::column columns[] = {{"r", "vertex", "number of the vertex"}, {"r", "rank", "its PageRank"}};

options options_of(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy)};
  o.damping = graph::value_of(r, 0).value_or(o.damping);
  o.tolerance = graph::value_of(r, 1).value_or(o.tolerance);
  o.max_iterations = static_cast<std::uint32_t>(graph::value_of(r, 2).value_or(o.max_iterations));
  o.drop_dangling = graph::value_of(r, 3).value_or(0) != 0;
  return o;
}

graph::outcome run(const graph::request& r) {
  graph::outcome out = graph::outcome_of(solve(r.graph, options_of(r)));
  const auto& found = out.as<result>();
  out.summary = graph::counted(found.iterations, "iteration", "iterations") + ", residual " +
                graph::shortest(found.residual) + (found.converged ? "" : " (not converged)");
  out.arrays = {{"rank", span<const double>(found.rank)}};
  out.figures = {{"iterations", found.iterations}, {"residual", found.residual}, {"converged", found.converged}};
  out.set_work(static_cast<double>(r.graph.graph.edges()) * found.iterations, "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const options used = options_of(r);
  const auto& found = o.as<result>();
  return check::pagerank_fault(r.graph, {used.damping, used.drop_dangling}, found.rank, found.residual);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  graph::for_each_row(r, out, [&](std::uint32_t v) { out.line("r").vertex(v).real(found.rank[v]); });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{.name = "pagerank",
                                  .summary = "the PageRank of every vertex: how often a random walk visits it",
                                  .paper =
                                      "Page, Brin, Motwani, Winograd, The PageRank citation ranking: bringing order to "
                                      "the Web (Stanford 1999); Golub, "
                                      "Varga, Chebyshev semi-iterative methods (Numerische Mathematik 1961)",
                                  .strategies = strategies,
                                  .needs = {},
                                  .options = option_table,
                                  .heading = "vertex, rank",
                                  .columns = columns,
                                  .run = run,
                                  .verify = verify,
                                  .rows = rows,
                                  .answer_by_strategy = true,
                                  .costs = costs};

}  // namespace amorph::pagerank
