#include <cmath>

#include "solver/graph/algorithm.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "solver/graph/sssp/sssp_check.hpp"
#include "solver/run/decimal.hpp"

namespace amorph::sssp {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "on a device persistent if paths are long, else prefix-sum; near-far; a leaner one if memory is short"},
    {"mask", "a flag per vertex and a second array of distances", nullptr, false, true},
    {"topology", "every vertex in every step, without atomics", nullptr, false, true},
    {"worklist", "a list of the vertices whose distances fell"},
    {"prefix-sum", "the same, places by a prefix sum"},
    {"donation", "worklist, long rows shared with idle threads"},
    {"children", "the same, long rows in child kernels", "donation"},
    {"split", "worklist over pieces of rows (node splitting)"},
    {"near-far", "worklist within a moving window of distances"},
    {"persistent", "the same in one launch", "near-far"}};

constexpr graph::option_info option_table[] = {{"window", "W", graph::option_kind::real, 0, HUGE_VAL, true,
                                                "chosen from weights and degrees",
                                                "width of the window of distances that is worked on (auto then "
                                                "takes one of these strategies)",
                                                "near-far, persistent"}};

constexpr graph::column columns[] = {{"d", "vertex", "number of the vertex"},
                                     {"d", "distance", "from the nearest source"},
                                     {"d", "parent", "predecessor on a shortest path; a source is its own"}};

bool is_reached(const result& r, std::size_t v) {
  return r.real.empty() ? r.distance[v] != unreached : !std::isinf(r.real[v]);
}

std::string sum_of(const result& r, std::size_t n) {
  __int128 sum = 0;
  double real = 0;
  for (std::size_t v = 0; v != n; ++v)
    if (is_reached(r, v)) r.real.empty() ? void(sum += r.distance[v]) : void(real += r.real[v]);
  return r.real.empty() ? decimal(sum) : graph::shortest(real);
}

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy), r.rows};
  o.window = graph::value_of(r, 0).value_or(0);
  auto found = std::make_shared<result>(solve(r.graph, r.sources, o));
  const std::string sum = sum_of(*found, r.graph.graph.vertices);
  graph::outcome out;
  out.stats = found->stats;
  out.summary = std::to_string(found->reached) + " reached, sum of distances " + sum;
  out.figures = {{"reached", std::to_string(found->reached)}, {"sum_distance", sum}};
  out.work = graph::arcs_of(r.graph.graph, [&](std::size_t v) { return is_reached(*found, v); });
  out.work_unit = "arcs";
  out.result = std::move(found);
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::sssp_fault(r.graph, {r.sources.begin(), r.sources.end()}, found.distance, found.real, found.parent);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s sp").number(found.reached).text(sum_of(found, r.graph.graph.vertices));
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v)
    if (is_reached(found, v))
      out.line("d")
          .vertex(v)
          .text(found.real.empty() ? std::to_string(found.distance[v]) : graph::shortest(found.real[v]))
          .vertex(found.parent[v]);
}

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(strategies, s); }

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
    .rows = rows};

}  // namespace amorph::sssp
