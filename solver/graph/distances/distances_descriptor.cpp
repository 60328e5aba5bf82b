// Distances from many sources: options, figures and rows of the answer.
#include <cmath>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/distances/distances.hpp"
#include "solver/graph/distances/distances_check.hpp"

namespace amorph::distances {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "bits for hops on graphs of low diameter, otherwise searches"},
    {"bits", "64 breadth-first searches share the visits of arcs, a bit each; weighted distances by searches", nullptr,
     false, true, true},
    {"searches", "near-far searches side by side: one per CPU thread, or per share of the device's blocks"}};

constexpr graph::option_info option_table[] = {
    {"hops", nullptr, graph::option_kind::flag, 0, 1, false, "off", "count arcs; weights are ignored"}};

constexpr graph::column columns[] = {{"d", "source", "number of the source"},
                                     {"d", "vertex", "number of the vertex"},
                                     {"d", "distance", "from the source to the vertex"}};

weighted_csr measured(const graph::request& r) {
  weighted_csr g = r.graph;
  if (graph::value_of(r, 0).value_or(0) != 0) g.kind = weight_kind::none, g.weight = nullptr;
  return g;
}

// One array, with a row per source and a value per vertex.
std::vector<graph::answer_array> arrays_of(const result& r, weight_kind kind, bool left) {
  if (left) return {{"distance", r.backend_distance.values}};
  if (is_real(kind)) return {{"distance", span<const double>(r.real)}};
  return {{"distance", span<const std::uint64_t>(r.distance)}};
}
std::vector<graph::answer_array> hops_of(const result& r, bool left) {
  return {{"distance", left ? r.backend_hops.values : span<const std::uint32_t>(r.hops)}};
}

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy), false, r.leave};
  const weighted_csr g = measured(r);
  graph::outcome out = graph::outcome_of(solve(g, r.sources, o));
  const auto& found = out.as<result>();
  out.arrays = g.kind == weight_kind::none ? hops_of(found, r.leave) : arrays_of(found, g.kind, r.leave);
  if ((out.left = r.leave)) return out;
  out.summary = graph::counted(r.sources.size(), "source", "sources") + ", " +
                graph::counted(found.reached, "reachable pair", "reachable pairs");
  out.figures = {{"reached", found.reached}};
  out.set_work(static_cast<double>(r.sources.size()) * static_cast<double>(g.graph.edges()), "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  return check::distances_fault(measured(r), {r.sources.begin(), r.sources.end()}, o.as<result>());
}

bool is_reached(const result& r, std::size_t i) {
  if (!r.hops.empty()) return r.hops[i] != unreached_hops;
  return !r.distance.empty() ? r.distance[i] != unreached : !std::isinf(r.real[i]);
}
void write_distance(graph::row_writer& out, const result& r, std::size_t i) {
  if (!r.hops.empty())
    out.integer(std::uint64_t{r.hops[i]});
  else if (!r.distance.empty())
    out.integer(std::uint64_t{r.distance[i]});
  else
    out.real(r.real[i]);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s distances").number(r.sources.size()).number(found.reached);
  const std::size_t n = r.graph.graph.vertices;
  for (std::size_t s = 0; s != r.sources.size(); ++s)
    graph::for_each_row(r, out, [&](std::uint32_t v) {
      if (is_reached(found, s * n + v)) write_distance(out.line("d").vertex(r.sources[s]).vertex(v), found, s * n + v);
    });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "distances",
    .summary = "shortest-path distances from every source separately",
    .paper =
        "Then, Kaufmann, Chirigati et al., The more the merrier: Efficient multi-source graph traversal (VLDB 2014); "
        "Davidson, Baxter, Garland, Owens, Work-efficient parallel GPU methods for single-source shortest paths "
        "(IPDPS 2014)",
    .strategies = strategies,
    .needs = {.ends = graph::ends::sources, .no_negative_weights = true, .unless = "hops"},
    .options = option_table,
    .heading = "source, vertex, distance",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .leaves = true,
    .costs = costs};

}  // namespace amorph::distances
