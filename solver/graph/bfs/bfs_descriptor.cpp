#include "solver/graph/algorithm.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/bfs/bfs_check.hpp"

namespace amorph::bfs {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto",
     "direction; on high-diameter graphs persistent on a device and worklist on the CPU; a smaller footprint if memory "
     "is "
     "short"},
    {"mask", "one flag per vertex; every step visits all vertices", nullptr, false, true},
    {"compacted", "the same; a prefix sum collects the flagged vertices into a list", nullptr, false, true},
    {"worklist", "a list of the vertices claimed by compare-and-swap; one atomic addition appends many"},
    {"local-queues", "worklist with queues in shared memory", "worklist"},
    {"prefix-sum", "worklist with slots assigned by a prefix sum, without atomics"},
    {"scatter-gather", "worklist with a slot for every arc, then compaction"},
    {"donation", "a thread per vertex; threads share long adjacency lists"},
    {"children", "a thread per vertex; child kernels process long adjacency lists", "donation"},
    {"duplicates", "worklist without atomics on levels: a vertex may be listed more than once"},
    {"unique", "the same, with duplicates filtered out"},
    {"split", "a thread per piece of an adjacency list (node splitting)"},
    {"direction", "direction-optimising: top-down, and bottom-up while the frontier is large"},
    {"persistent", "a persistent kernel: one launch for all steps", "worklist"}};

constexpr graph::column columns[] = {{"v", "vertex", "number of the vertex"},
                                     {"v", "level", "arcs from the nearest source"},
                                     {"v", "parent", "predecessor on a shortest path; a source is its own"}};

graph::outcome run(const graph::request& r) {
  options o{r.run, static_cast<strategy>(r.strategy), r.rows, r.leave};
  graph::outcome out = graph::outcome_of(solve(r.graph, r.sources, o));
  const auto& found = out.as<result>();
  if ((out.left = r.leave)) {
    out.arrays = {{"level", found.backend_level.values}};
    return out;
  }
  out.arrays = {{"level", span<const std::uint32_t>(found.level)}, {"parent", span<const std::uint32_t>(found.parent)}};
  out.summary = std::to_string(found.reached) + " reached, depth " + std::to_string(found.depth);
  out.figures = {{"reached", found.reached}, {"depth", found.depth}};
  out.set_work(graph::arcs_of(r.graph.graph, [&](std::size_t v) { return found.level[v] != unreached; }), "arcs");
  if (found.reached != 0) out.profile.assign(found.depth + std::size_t{1}, 0);
  for (const std::uint32_t level : found.level)
    if (level != unreached) ++out.profile[level];
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  return check::bfs_fault(r.graph, {r.sources.begin(), r.sources.end()}, found.level, found.parent);
}

void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  out.line("s bfs").number(found.reached).number(found.depth);
  graph::for_each_row(r, out, [&](std::uint32_t v) {
    if (found.level[v] != unreached) out.line("v").vertex(v).number(found.level[v]).vertex(found.parent[v]);
  });
}

}  // namespace

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
    .rows = rows,
    .leaves = true,
    .costs = costs};

}  // namespace amorph::bfs
