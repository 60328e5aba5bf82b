#include <array>
#include <cstdio>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/common/transaction_figures.hpp"
#include "solver/graph/mst/mst.hpp"
#include "solver/graph/mst/mst_check.hpp"

namespace amorph::mst {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "filter; on the CPU kruskal on few threads; components if memory is short"},
    {"propagate", "Borůvka: colours propagate along the chosen edges until nothing changes"},
    {"components", "Borůvka: trees joined along the chosen edges, one representative per cycle"},
    {"edges", "an edge list and disjoint sets; edges within a tree are dropped"},
    {"filter", "the same for the lightest edges first, then for those that still join two trees"},
    {.name = "kruskal", .summary = "filter-Kruskal: the same edge by edge, on one thread", .cpu_only = true},
    {"stm", "trees joined by transactions with invisible reads"},
    {"stm-priority", "the same; the lower tree has priority"},
    {"stm-pessimistic", "the same, with locks"},
    {"stm-block", "the same; one transaction per thread block at a time"}};

constexpr graph::column columns[] = {{"e", "vertex", "one end of an edge of the forest"},
                                     {"e", "vertex", "the other end"},
                                     {"e", "weight", "of the edge"}};

std::string text_of(const std::variant<__int128, double>& weight) {
  if (const auto* whole = std::get_if<__int128>(&weight)) return decimal(*whole);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.17g", std::get<double>(weight));
  return text.data();
}

graph::outcome run(const graph::request& r) {
  graph::outcome out = graph::outcome_of(solve(r.graph, {r.run, static_cast<strategy>(r.strategy)}));
  const auto& found = out.as<result>();
  out.summary = "weight " + text_of(found.weight) + ", " + graph::counted(found.arcs.size(), "edge", "edges") + ", " +
                graph::counted(found.components, "tree", "trees");
  out.arrays = {{"arc", span<const std::uint64_t>(found.arcs)}};
  out.figures = {{"weight", found.weight}, {"edges", found.arcs.size()}, {"components", found.components}};
  add_figures(out.figures, found.transactions);
  out.set_work(static_cast<double>(r.graph.graph.edges()) / (r.graph.undirected ? 2 : 1), "edges");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  return check::forest_fault(r.graph, o.as<result>().arcs);
}

void write_weight(graph::row_writer& out, const weighted_csr& g, std::uint64_t e) {
  switch (g.kind) {
    case weight_kind::int32: out.integer(std::int64_t{static_cast<const std::int32_t*>(g.weight)[e]}); break;
    case weight_kind::int64: out.integer(static_cast<const std::int64_t*>(g.weight)[e]); break;
    case weight_kind::float32: out.real(static_cast<const float*>(g.weight)[e]); break;
    case weight_kind::float64: out.real(static_cast<const double*>(g.weight)[e]); break;
    case weight_kind::none: out.integer(std::uint64_t{1});
  }
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  const csr& g = r.graph.graph;
  out.line("s mst").total(text_of(found.weight)).number(found.arcs.size()).number(found.components);
  std::uint32_t row = 0;
  for (const std::uint64_t e : found.arcs) {
    if (out.failed()) return;
    while (g.begin[row + std::size_t{1}] <= e) ++row;
    write_weight(out.line("e").vertex(row).vertex(g.to[e]), r.graph, e);
  }
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "mst",
    .summary = "the minimum spanning forest, arcs taken as undirected edges; ties are broken by edge order",
    .paper =
        "Morph Algorithms on GPUs, section 5; Fallin, Gonzalez, Seo, Burtscher, A high-performance MST "
        "implementation for GPUs (SC 2023)",
    .strategies = strategies,
    .needs = {},
    .options = {},
    .heading = "an edge of the forest: its ends, its weight",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::mst
