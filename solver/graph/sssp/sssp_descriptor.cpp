// The descriptor of shortest paths: names, options, figures and rows.
#include <cmath>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "solver/graph/sssp/sssp_check.hpp"

namespace amorph::sssp {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto",
     "near-far; on a device prefix-sum, or persistent on high-diameter graphs; a smaller footprint if memory is short"},
    {"mask", "one flag per vertex and a second array of distances; every step visits all vertices", nullptr, false,
     true},
    {"topology", "every arc in every step, without atomics", nullptr, false, true},
    {"worklist", "a list of the vertices whose distance fell"},
    {"prefix-sum", "worklist with slots assigned by a prefix sum"},
    {"donation", "a thread per vertex; threads share long adjacency lists"},
    {"children", "a thread per vertex; child kernels process long adjacency lists", "donation"},
    {"split", "a thread per piece of an adjacency list (node splitting)"},
    {"near-far", "near-far: the vertices within a moving window of distances first"},
    {"persistent", "near-far in a persistent kernel", "near-far"}};

constexpr graph::option_info option_table[] = {{"window", "W", graph::option_kind::real, 0, HUGE_VAL, true,
                                                "chosen from weights and degrees",
                                                "width of the window of distances processed at once (auto then "
                                                "selects one of these strategies)",
                                                "near-far, persistent"}};

constexpr graph::column columns[] = {{"d", "vertex", "number of the vertex"},
                                     {"d", "distance", "from the nearest source"},
                                     {"d", "parent", "predecessor on a shortest path; a source is its own"}};

bool is_reached(const result& r, std::size_t v) {
  return r.real.empty() ? r.distance[v] != unreached : !std::isinf(r.real[v]);
}

figure sum_of(const result& r, std::size_t n) {
  __int128 sum = 0;
  double real = 0;
  for (std::size_t v = 0; v != n; ++v)
    if (is_reached(r, v)) r.real.empty() ? void(sum += r.distance[v]) : void(real += r.real[v]);
  return r.real.empty() ? figure("sum_distance", sum) : figure("sum_distance", real);
}

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy), r.rows};
  o.window = graph::value_of(r, 0).value_or(0);
  o.leave = r.leave;
  graph::outcome out = graph::outcome_of(solve(r.graph, r.sources, o));
  const auto& found = out.as<result>();
  if ((out.left = r.leave)) {
    out.arrays = {{"distance", found.backend_distance.values}};
    return out;
  }
  out.arrays = {{"parent", span<const std::uint32_t>(found.parent)}};
  if (found.real.empty())
    out.arrays.push_back({"distance", span<const std::uint64_t>(found.distance)});
  else
    out.arrays.push_back({"distance", span<const double>(found.real)});
  const figure sum = sum_of(found, r.graph.graph.vertices);
  out.summary = std::to_string(found.reached) + " reached, sum of distances " + sum.text();
  out.figures = {{"reached", found.reached}, sum};
  out.set_work(graph::arcs_of(r.graph.graph, [&](std::size_t v) { return is_reached(found, v); }), "arcs");
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::sssp_fault(r.graph, {r.sources.begin(), r.sources.end()}, found.distance, found.real, found.parent);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s sp").number(found.reached).total(sum_of(found, r.graph.graph.vertices).text());
  graph::for_each_row(r, out, [&](std::uint32_t v) {
    if (!is_reached(found, v)) return;
    out.line("d").vertex(v);
    (found.real.empty() ? out.integer(found.distance[v]) : out.real(found.real[v])).vertex(found.parent[v]);
  });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "sssp",
    .summary = "shortest-path distances from the nearest source to every vertex, and a shortest-path tree",
    .paper =
        "IIIT report, section VI; Davidson, Baxter, Garland, Owens, Work-efficient parallel GPU methods for "
        "single-source shortest paths (IPDPS 2014)",
    .strategies = strategies,
    .needs = {.ends = graph::ends::sources, .no_negative_weights = true},
    .options = option_table,
    .heading = "vertex, distance, parent",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .leaves = true,
    .costs = costs};

}  // namespace amorph::sssp
