#include "solver/graph/algorithm.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#include "solver/graph/maxflow/maxflow_check.hpp"

namespace amorph::maxflow {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "pulse on a device; on the CPU trees, then highest if that takes long; by memory"},
    {"pulse", "synchronous push-relabel of all active vertices, from a list; one launch per round on a device"},
    {"mask", "the same; every step visits all vertices", nullptr, false, true},
    {"highest", "highest-label selection with gap and global relabelling, on one thread", nullptr, true},
    {.name = "trees",
     .summary = "augmenting paths between two search trees, on one thread; highest if that takes long",
     .cpu_only = true,
     .selective = true}};

enum option : std::uint8_t { undirected, any_cut, pushes, relabels };
constexpr graph::option_info option_table[] = {
    {"undirected", nullptr, graph::option_kind::flag, 0, 1, false, nullptr,
     "arcs carry flow in either direction, up to their capacity"},
    {"any-cut", nullptr, graph::option_kind::flag, 0, 1, false, nullptr,
     "any minimum cut, instead of the one with the smallest sink side; faster on a CPU"},
    {"pushes", "M", graph::option_kind::integer, 1, 1000000, false, "1",
     "M push steps per relabel step (auto then selects pulse)", "pulse, mask"},
    {"relabels", "K", graph::option_kind::integer, 0, 1000000000, false, "by the depth of the last one",
     "K relabel steps between two global relabellings; 0 is the default", "pulse, mask"}};

constexpr graph::column columns[] = {{"f", "vertex", "tail of an arc that carries flow"},
                                     {"f", "vertex", "its head"},
                                     {"f", "flow", "on the arc; negative: against its direction"},
                                     {"c t", "vertex", "on the sink side of the minimum cut"}};

graph::outcome run(const graph::request& r) {
  options o;
  o.run = r.run;
  o.strategy = static_cast<strategy>(r.strategy);
  if (o.strategy == strategy::automatic && (graph::value_of(r, pushes) || graph::value_of(r, relabels)))
    o.strategy = strategy::pulse;
  o.undirected = graph::value_of(r, undirected).value_or(0) != 0;
  o.any_cut = graph::value_of(r, any_cut).value_or(0) != 0;
  o.pushes = static_cast<std::uint32_t>(graph::value_of(r, pushes).value_or(1));
  o.relabels = static_cast<std::uint32_t>(graph::value_of(r, relabels).value_or(0));
  o.arc_flow = r.rows;
  graph::outcome out = graph::outcome_of(solve(r.graph, r.sources[0], r.target, o));
  const auto& found = out.as<result>();
  out.summary = "flow " + std::to_string(found.flow) + ", cut of " + graph::counted(found.cut_arcs, "arc", "arcs");
  out.figures = {{"flow", found.flow},
                 {"cut", found.cut},
                 {"cut_arcs", found.cut_arcs},
                 {"pulses", found.pulses},
                 {"global_relabels", found.global_relabels}};
  out.arrays = {{"flow", span<const std::int64_t>(found.arc_flow)},
                {"sink_side", span<const unsigned char>(found.sink_side)}};
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  const auto& found = o.as<result>();
  const bool either_way = graph::value_of(r, undirected).value_or(0) != 0;
  return check::flow_fault(r.graph, {r.sources[0], r.target, either_way, found.flow}, found.arc_flow, found.sink_side);
}

// As in DIMACS: the value, then the arcs with flow.
void rows(const graph::request& r, const graph::outcome& o, graph::row_writer& out) {
  const auto& found = o.as<result>();
  const csr& g = r.graph.graph;
  out.line("s").integer(found.flow);
  graph::for_each_row(r, out, [&](std::uint32_t v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (found.arc_flow[e] != 0) out.line("f").vertex(v).vertex(g.to[e]).integer(found.arc_flow[e]);
  });
  graph::for_each_row(r, out, [&](std::uint32_t v) {
    if (found.sink_side[v] != 0) out.line("c t").vertex(v);
  });
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{
    .name = "maxflow",
    .summary = "the maximum flow from a source to a sink, weights being capacities, and the minimum cut",
    .paper = "Goldberg, Tarjan, A new approach to the maximum-flow problem (1988); IIIT report, section IX",
    .strategies = strategies,
    .needs = {.ends = graph::ends::network,
              .no_negative_weights = true,
              .integer_weights = true,
              .weight_name = "capacity"},
    .options = option_table,
    .heading = "maximum flow; an arc's ends, its flow; c t: a vertex on the sink side of the minimum cut",
    .columns = columns,
    .run = run,
    .verify = verify,
    .rows = rows,
    .costs = costs};

}  // namespace amorph::maxflow
