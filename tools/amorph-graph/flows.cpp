// Maximum flow, and shortest paths between all pairs.
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#include "tools/amorph-graph/problem.hpp"
#include "tools/formats/counted.hpp"
#include "tools/verify/flow_answers.hpp"

namespace amorph::graph_tool {
namespace {

constexpr std::uint32_t searches_to_verify = 16;

}  // namespace

void check_flow(const config& c) {
  (void)strategy_of<maxflow::strategy>(c);
  if (c.strategy == "highest" && c.says_steps())
    refuse("--pushes and --relabels are for the strategies pulse and mask");
}

// The answer as DIMACS has it: the value, then the arcs that carry something.
void flow_through(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  maxflow::options how;
  how.run = how_to_run(c);
  how.strategy = strategy_of<maxflow::strategy>(c);
  // Who asks for steps of its kind means pulse, as who asks for a window means near-far.
  if (how.strategy == maxflow::strategy::automatic && c.says_steps()) how.strategy = maxflow::strategy::pulse;
  how.undirected = c.undirected;
  how.arc_flow = out != nullptr || c.verify;
  if (c.pushes != config::not_given) how.pushes = static_cast<std::uint32_t>(c.pushes);
  if (c.relabels != config::not_given) how.relabels = static_cast<std::uint32_t>(c.relabels);
  if (c.target.empty())
    refuse(std::string(input_name(c.input)) +
           ": expected --target beside maxflow, or a file that names a source and a sink");
  require_vertices(c, g);
  o.sources = sources(c, g);
  const std::uint32_t from = o.sources[0], to = vertex(g, c.target, "target");
  if (from == to) refuse("expected a source and a sink that differ, found " + c.target + " for both");
  maxflow::result r = solve_on(c, [&] { return maxflow::solve(g.view(), from, to, how); });
  verify(c, o, [&] { return check::flow_fault(g.view(), {from, to, c.undirected, r.flow}, r.arc_flow, r.sink_side); });
  o.stats = std::move(r.stats);
  o.answer = "flow " + std::to_string(r.flow) + ", cut of " + counted(r.cut_arcs, "arc", "arcs");
  o.figures = {{"flow", std::to_string(r.flow)},
               {"cut", std::to_string(r.cut)},
               {"cut_arcs", std::to_string(r.cut_arcs)},
               {"pulses", std::to_string(r.pulses)},
               {"global_relabels", std::to_string(r.global_relabels)}};
  if (out == nullptr) return;
  out->write("c maximum flow; an arc's ends, its flow; c t: a vertex on the sink's side of the least cut\n");
  line(*out, "s") << std::to_string(r.flow);
  for (std::uint32_t v = 0; v != g.vertices && !out->failed(); ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (r.arc_flow[e] != 0)
        line(*out, "f") << std::uint64_t{v} + g.base << std::uint64_t{g.to[e]} + g.base
                        << std::to_string(r.arc_flow[e]);
  for (std::uint32_t v = 0; v != g.vertices && !out->failed(); ++v)
    if (r.sink_side[v] != 0) line(*out, "c t") << std::uint64_t{v} + g.base;
}

void check_pairs(const config& c) { (void)strategy_of<apsp::strategy>(c); }

void pair_up(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  apsp::options how;
  how.run = how_to_run(c);
  how.strategy = strategy_of<apsp::strategy>(c);
  how.distances = out != nullptr || c.verify;
  apsp::result r = solve_on(c, [&] { return apsp::solve(g.view(), how); });
  verify(c, o, [&] { return check::all_pairs_fault(g.view(), r.distance, searches_to_verify, 1); });
  if (g.vertices > searches_to_verify)
    o.verified_part = " in " + std::to_string(searches_to_verify) + " of " + std::to_string(g.vertices) + " rows";
  if (c.verify) o.figures.emplace_back("verified_rows", std::to_string(std::min(g.vertices, searches_to_verify)));
  o.stats = std::move(r.stats);
  o.answer = counted(r.pairs, "pair", "pairs") + ", sum of distances " + r.sum;
  o.figures.insert(
      o.figures.begin(),
      {{"pairs", std::to_string(r.pairs)}, {"sum_distance", r.sum}, {"largest_distance", std::to_string(r.largest)}});
  if (out == nullptr) return;
  out->write("c a vertex, its distances to all vertices; - is unreachable\n");
  line(*out, "s apsp") << r.pairs << r.sum;
  for (std::uint32_t v = 0; v != g.vertices && !out->failed(); ++v) {
    line row(*out, "r");
    row << std::uint64_t{v} + g.base;
    for (const std::uint32_t d : r.row(v)) d == apsp::unreached ? row << "-" : row << std::uint64_t{d};
  }
}

}  // namespace amorph::graph_tool
