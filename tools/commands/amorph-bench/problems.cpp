// The table of problems: the graph algorithms from their descriptors, and the others.
#include "tools/commands/amorph-bench/problem.hpp"

#include <algorithm>

#include "solver/graph/algorithm.hpp"
#include "tools/commands/amorph-bench/other_problems.hpp"
#include "tools/formats/negative_arc.hpp"

namespace amorph::bench {
namespace {

measurement measurement_of(graph::outcome&& o, bool profile) {
  measurement m;
  m.run = std::move(o.stats);
  m.work = o.work;
  m.unit = o.work_unit;
  m.figures = std::move(o.figures);
  if (profile) m.profile = std::move(o.profile);
  return m;
}

measurement solve_graph(const graph::algorithm& a, const input& in, const std::string& strategy, const machine& on,
                        const setting& settings) {
  const weighted_graph& g = in.graph();
  // Names vertices as the file does, like amorph-graph; solvers count from 0.
  if (a.needs.no_negative_weights)
    if (const std::string why = negative_arc(g, a.needs.weight_name, on.threads); !why.empty())
      throw error(status::bad_input, why);
  if (a.needs.ends == graph::ends::pair && in.sources.empty())
    throw error(status::bad_input, "the graph has no vertices");
  graph::request r;
  r.graph = g.view();
  r.run = run_repeatedly(on, settings);
  r.strategy = a.strategy_named(strategy).value_or(0);
  r.rows = settings.verify;
  const bool is_network = a.needs.ends == graph::ends::network;
  const bool many = a.needs.ends == graph::ends::sources || a.needs.ends == graph::ends::optional_sources;
  if (is_network)
    r.sources = {&in.network.source, 1};
  else if (a.needs.ends != graph::ends::none)
    r.sources = span<const std::uint32_t>(in.sources)
                    .subspan(0, many ? in.sources.size() : std::min<std::size_t>(1, in.sources.size()));
  r.target = is_network ? in.network.sink : in.target;
  graph::outcome o = a.run(r);
  verify(settings, [&] { return a.verify(r, o); });
  return measurement_of(std::move(o), settings.profile);
}

std::string unfit_for_graphs(const input& in) { return in.what == input::kind::graph ? "" : "it is not a graph"; }
std::string unfit_for_networks(const input& in) {
  return in.network.has_ends ? "" : "it has no source and no sink; a generated graph gets them from @64 after its name";
}

problem problem_of(const graph::algorithm& a) {
  problem p;
  p.name = a.name;
  p.help = a.summary;
  for (const graph::strategy_info& s : a.strategies) p.strategies.emplace_back(s.name);
  p.solve = [&a](const input& in, const std::string& strategy, const machine& on, const setting& settings) {
    return solve_graph(a, in, strategy, on, settings);
  };
  p.unfit = a.needs.ends == graph::ends::network ? unfit_for_networks : unfit_for_graphs;
  p.max_vertices = a.needs.max_vertices;
  return p;
}

}  // namespace

run_options run_once(const machine& on, const setting& settings) {
  run_options run;
  run.backend = on.backend;
  run.device = settings.device;
  run.threads = on.threads;
  run.memory_limit = settings.memory_limit;
  return run;
}
run_options run_repeatedly(const machine& on, const setting& settings) {
  run_options run = run_once(on, settings);
  run.repeat = settings.repeat;
  return run;
}

void verify(const setting& settings, const std::function<std::string()>& fault) {
  if (!settings.verify) return;
  if (const std::string why = fault(); !why.empty()) throw wrong_answer(why);
}

std::vector<std::string> problem::all_strategies() const {
  std::vector<std::string> all = strategies;
  for (const peer& p : peers) all.push_back(p.name);
  return all;
}

std::vector<problem> standard_problems() {
  std::vector<problem> all;
  for (const graph::algorithm* a : graph::algorithms()) all.push_back(problem_of(*a));
  add_other_problems(all);
  return all;
}

}  // namespace amorph::bench
