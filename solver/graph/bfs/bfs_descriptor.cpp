#include "solver/graph/algorithm.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/bfs/bfs_check.hpp"

namespace amorph::bfs {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "persistent on a device if paths look long, else direction; a leaner one if memory is short"},
    {"mask", "a flag per vertex; every vertex is visited in every step", nullptr, false, true},
    {"compacted", "the flagged vertices are collected into a list by a prefix sum", nullptr, false, true},
    {"worklist", "a list of vertices claimed by compare-and-swap"},
    {"local-queues", "the same through queues in shared memory", "worklist"},
    {"prefix-sum", "places in the list by a prefix sum, without atomics"},
    {"scatter-gather", "a slot in the list for every arc, then compaction"},
    {"donation", "a thread per row; long rows are shared with idle threads"},
    {"children", "the same, long rows in child kernels", "donation"},
    {"duplicates", "no atomics on levels: a vertex may be listed more than once"},
    {"unique", "the same, with duplicates removed"},
    {"split", "a thread per piece of a row (node splitting)"},
    {"direction", "top-down, and bottom-up while the frontier is large"},
    {"persistent", "one launch for all steps", "worklist"}};

constexpr graph::column columns[] = {{"v", "vertex", "number of the vertex"},
                                     {"v", "level", "arcs from the nearest source"},
                                     {"v", "parent", "predecessor on a shortest path; a source is its own"}};

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy), r.rows};
  auto found = std::make_shared<result>(solve(r.graph, r.sources, o));
  graph::outcome out;
  out.stats = found->stats;
  out.summary = std::to_string(found->reached) + " reached, depth " + std::to_string(found->depth);
  out.figures = {{"reached", std::to_string(found->reached)}, {"depth", std::to_string(found->depth)}};
  out.work = graph::arcs_of(r.graph.graph, [&](std::size_t v) { return found->level[v] != unreached; });
  out.work_unit = "arcs";
  if (found->reached != 0) out.profile.assign(found->depth + std::size_t{1}, 0);
  for (const std::uint32_t level : found->level)
    if (level != unreached) ++out.profile[level];
  out.result = std::move(found);
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::bfs_fault(r.graph, {r.sources.begin(), r.sources.end()}, found.level, found.parent);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s bfs").number(found.reached).number(found.depth);
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v)
    if (found.level[v] != unreached) out.line("v").vertex(v).number(found.level[v]).vertex(found.parent[v]);
}

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept {
  return graph::parse_strategy_of<strategy>(strategies, word);
}
std::string_view to_string(strategy s) noexcept { return graph::strategy_name(strategies, s); }

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "bfs",
    .summary = "the minimum number of arcs from the sources to every vertex, and a search tree",
    .paper =
        "IIIT report, section IV; Beamer, Asanovic, Patterson, Direction-optimizing breadth-first search (SC 2012)",
    .strategies = strategies,
    .needs = {.ends = graph::ends::sources},
    .options = {},
    .heading = "vertex, level, parent",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows};

}  // namespace amorph::bfs
