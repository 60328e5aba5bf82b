// The table of problems: how each is solved once more, what is counted, and who judges the answer.
#include "tools/amorph-bench/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#include "solver/graph/mst/mst.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "solver/graph/stcon/stcon.hpp"
#include "tools/amorph-bench/other_problems.hpp"
#include "tools/formats/negative_arc.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"
#include "tools/terminal/transaction_figures.hpp"
#include "tools/verify/flow_answers.hpp"
#include "tools/verify/graph_answers.hpp"

namespace amorph::bench {
namespace {

constexpr std::uint32_t apsp_rows_to_verify = 16;
constexpr std::uint32_t most_for_apsp = 5000;  // its work is cubic

template <class Strategy> std::vector<std::string> names() {
  const std::vector<std::string_view> all = strategies<Strategy>();
  return {all.begin(), all.end()};
}

measurement taken(run_statistics&& s) {
  measurement m;
  m.strategy = std::move(s.strategy);
  m.device = std::move(s.backend_name);
  m.threads = s.threads;
  m.ms = std::move(s.ms);
  m.load_ms = s.load_ms;
  m.finish_ms = s.finish_ms;
  m.peak_bytes = s.peak_bytes;
  return m;
}

// Arcs in the rows of the vertices for which reached(v): what a search has to look at.
template <class Reached> double arcs_of(const weighted_graph& g, Reached reached) {
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (reached(v)) sum += g.begin[v + std::size_t{1}] - g.begin[v];
  return static_cast<double>(sum);
}

// In the words of the file, as amorph-graph has it; solvers count from 0.
void require_no_negative(const weighted_graph& g, const char* what) {
  if (const std::string why = negative_arc(g, what); !why.empty()) throw error(status::bad_input, why);
}

std::vector<std::uint32_t> sources_of(const input& in) {
  return in.graph().vertices == 0 ? std::vector<std::uint32_t>() : std::vector<std::uint32_t>{in.source};
}

measurement search(const input& in, const std::string& strategy, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  bfs::options options;
  options.run = how_to_run(on, how);
  options.strategy = *strategy_named<bfs::strategy>(strategy);
  options.parents = how.verify;
  const std::vector<std::uint32_t> from = sources_of(in);
  bfs::result r = bfs::solve(g.view(), from, options);
  judge(how, [&] { return check::bfs_fault(g.view(), from, r.level, r.parent); });
  measurement m = taken(std::move(r.stats));
  m.work = arcs_of(g, [&](std::size_t v) { return r.level[v] != bfs::unreached; });
  m.unit = "arcs";
  m.figures = {{"reached", std::to_string(r.reached)}, {"depth", std::to_string(r.depth)}};
  if (how.profile) {
    m.profile.assign(r.depth + std::size_t{1}, 0);
    for (const std::uint32_t level : r.level)
      if (level != bfs::unreached) ++m.profile[level];
  }
  return m;
}

measurement connect(const input& in, const std::string&, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  stcon::result r = stcon::solve(g.view(), in.source, in.target, {how_to_run(on, how)});
  judge(how, [&] { return check::stcon_fault(g.view(), in.source, in.target, r.distance); });
  measurement m = taken(std::move(r.stats));
  const bool joined = r.distance != bfs::unreached;
  m.figures = {{"connected", joined ? "true" : "false"},
               {"distance", joined ? std::to_string(r.distance) : "null"},
               {"visited", std::to_string(r.visited)}};
  return m;
}

measurement shorten(const input& in, const std::string& strategy, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  require_no_negative(g, "weight");
  sssp::options options;
  options.run = how_to_run(on, how);
  options.strategy = *strategy_named<sssp::strategy>(strategy);
  options.parents = how.verify;
  const std::vector<std::uint32_t> from = sources_of(in);
  sssp::result r = sssp::solve(g.view(), from, options);
  const bool real = g.kind == weight_kind::float32;
  judge(how, [&] {
    return check::sssp_fault(g.view(), from, real ? std::vector<std::uint64_t>() : r.distance, r.real, r.parent);
  });
  measurement m = taken(std::move(r.stats));
  m.work =
      arcs_of(g, [&](std::size_t v) { return real ? std::isfinite(r.real[v]) : r.distance[v] != sssp::unreached; });
  m.unit = "arcs";
  m.figures = {{"reached", std::to_string(r.reached)}};
  return m;
}

measurement span_trees(const input& in, const std::string& strategy, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  mst::options options;
  options.run = how_to_run(on, how);
  options.strategy = *strategy_named<mst::strategy>(strategy);
  mst::result r = mst::solve(g.view(), options);
  judge(how, [&] { return check::forest_fault(g.view(), r.arcs); });
  measurement m = taken(std::move(r.stats));
  m.work = static_cast<double>(g.to.size()) / (g.undirected ? 2 : 1);
  m.unit = "edges";
  m.figures = {{"weight", r.weight}, {"components", std::to_string(r.components)}};
  add_figures(m.figures, r.transactions);
  return m;
}

measurement pair_up(const input& in, const std::string& strategy, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  require_no_negative(g, "weight");
  apsp::options options;
  options.run = how_to_run(on, how);
  options.strategy = *strategy_named<apsp::strategy>(strategy);
  options.distances = how.verify;
  apsp::result r = apsp::solve(g.view(), options);
  judge(how, [&] { return check::all_pairs_fault(g.view(), r.distance, apsp_rows_to_verify, how.seed); });
  measurement m = taken(std::move(r.stats));
  const double n = g.vertices;
  m.work = n * n * n;
  m.unit = "sums";
  m.figures = {{"pairs", std::to_string(r.pairs)}, {"sum_distance", r.sum}};
  return m;
}

measurement flow_through(const input& in, const std::string& strategy, const machine& on, const setting& how) {
  const weighted_graph& g = in.graph();
  require_no_negative(g, "capacity");
  maxflow::options options;
  options.run = how_to_run(on, how);
  options.strategy = *strategy_named<maxflow::strategy>(strategy);
  options.arc_flow = how.verify;
  maxflow::result r = maxflow::solve(g.view(), in.network.source, in.network.sink, options);
  judge(how, [&] {
    return check::flow_fault(g.view(), {in.network.source, in.network.sink, false, r.flow}, r.arc_flow, r.sink_side);
  });
  measurement m = taken(std::move(r.stats));
  m.figures = {{"flow", std::to_string(r.flow)},
               {"cut", std::to_string(r.cut)},
               {"pulses", std::to_string(r.pulses)},
               {"global_relabels", std::to_string(r.global_relabels)}};
  return m;
}
std::string unfit_for_flow(const input& in) {
  return in.network.has_ends ? ""
                             : "it has no source and no sink; a generated graph gets them from @64 behind its name";
}
std::string unfit_for_graphs(const input& in) { return in.what == input::kind::graph ? "" : "it is not a graph"; }

}  // namespace

run_options how_to_run(const machine& on, const setting& how) {
  run_options run;
  run.backend = on.where;
  run.threads = on.threads;
  run.memory_limit = how.memory_limit;
  run.repeat = how.repeat;
  return run;
}

void judge(const setting& how, const std::function<std::string()>& fault) {
  if (!how.verify) return;
  if (const std::string why = fault(); !why.empty()) throw wrong_answer(why);
}

std::vector<std::string> problem::all_strategies() const {
  std::vector<std::string> all = strategies;
  for (const peer& p : peers) all.push_back(p.name);
  return all;
}

std::vector<problem> standard_problems() {
  std::vector<problem> all = {
      {"bfs", "breadth-first search from the vertex of most arcs", names<bfs::strategy>(), search, unfit_for_graphs},
      {"stcon", "st-connectivity from there to a random vertex", {"auto", "coloured"}, connect, unfit_for_graphs},
      {"sssp", "shortest paths from the vertex of most arcs", names<sssp::strategy>(), shorten, unfit_for_graphs},
      {"apsp", "shortest paths between all pairs", names<apsp::strategy>(), pair_up, unfit_for_graphs, most_for_apsp},
      {"mst", "a minimum spanning forest", names<mst::strategy>(), span_trees, unfit_for_graphs},
      {"maxflow", "a maximum flow and a minimum cut", names<maxflow::strategy>(), flow_through, unfit_for_flow},
  };
  add_other_problems(all);
  return all;
}

}  // namespace amorph::bench
