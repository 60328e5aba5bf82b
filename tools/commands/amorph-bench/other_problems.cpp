// Measurements of the partitioner and the points-to solver, their answers verified by recounting the cut and the
// weights and by an independent solver; meshes and formulas are added from their own files.
#include "tools/commands/amorph-bench/other_problems.hpp"

#include <algorithm>

#include "partitioner/common/partition.hpp"
#include "solver/graph/common/transaction_figures.hpp"
#include "tools/checkers/points_to.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::bench {
namespace {

// Recomputes the cut and the weights of the parts from their definitions.
std::string partition_fault(const input& in, const partition::result& r, std::uint32_t parts) {
  const weighted_graph& g = in.graph();
  std::int64_t cut = 0;
  std::vector<std::int64_t> weight(parts, 0);
  if (r.part.size() != g.vertices) return "not every vertex has a part";
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (r.part[v] >= parts) return "vertex " + std::to_string(v) + " is in no part";
    weight[r.part[v]] += in.network.vertex_weight.empty() ? 1 : in.network.vertex_weight[v];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (r.part[g.to[e]] != r.part[v]) cut += g.kind == weight_kind::int32 ? g.weight32[e] : 1;
  }
  if (cut / 2 != r.cut) return "the cut is " + std::to_string(cut / 2) + ", not " + std::to_string(r.cut);
  for (std::uint32_t p = 0; p != parts; ++p)
    if (weight[p] != r.part_weight[p]) return "part " + std::to_string(p) + " weighs " + std::to_string(weight[p]);
  return "";
}

measurement partition_graph(const input& in, const std::string& strategy, const machine& on, const setting& settings) {
  const weighted_graph& g = in.graph();
  partition::graph from;
  from.vertices = g.vertices;
  from.begin = g.begin;
  from.to = g.to;
  from.vertex_weight = in.network.vertex_weight;
  from.edge_weight = g.weight32;
  if (const std::string why = partition::check_graph(from, in.network.constraints, g.base, on.threads); !why.empty())
    refuse(why);
  partition::options options;
  options.parts = static_cast<std::uint32_t>(settings.parts);
  options.constraints = in.network.constraints;
  options.scheme = strategy == "recursive" ? partition::scheme::recursive : partition::scheme::kway;
  if (strategy == "stm" || strategy == "stm-match") options.match_by = partition::synchronisation::transactions;
  if (strategy == "stm" || strategy == "stm-refine") options.refine_by = partition::synchronisation::transactions;
  options.seed = settings.seed;
  options.run = run_once(on, settings);
  std::vector<double> ms;
  partition::result r;
  for (unsigned i = 0; i != settings.repeat; ++i) {
    r = partition::divide(from, options);
    ms.push_back(r.stats.median_ms());
  }
  verify(settings, [&] { return partition_fault(in, r, options.parts); });
  measurement m;
  m.run = r.stats;
  m.run.ms = std::move(ms);
  m.run.strategy = strategy == "auto" ? "kway" : strategy;
  m.figures = {{"parts", options.parts},
               {"cut", r.cut},
               {"balanced", r.balanced},
               {"heaviest_part", *std::max_element(r.part_weight.begin(), r.part_weight.end())},
               {"check_ms", r.stats.check_ms},
               {"coarsen_ms", r.stats.coarsen_ms},
               {"initial_ms", r.stats.initial_ms},
               {"refine_ms", r.stats.refine_ms},
               {"transfer_ms", r.stats.transfer_ms},
               {"after_core_ms", r.stats.finish_ms}};
  if (strategy.starts_with("stm")) {
    transaction_statistics both = r.stats.matching;
    both += r.stats.refinement;
    add_figures(m.figures, both);
  }
  return m;
}
std::string unfit_for_partition(const input& in) {
  if (in.what != input::kind::graph || !in.graph().undirected) return "it is not an undirected graph";
  const weight_kind kind = in.graph().kind;
  return kind == weight_kind::none || kind == weight_kind::int32 ? "" : "its weights are not 32-bit integers";
}

measurement points_to(const input& in, const std::string& strategy, const machine& on, const setting& settings) {
  andersen::options options;
  options.run = run_once(on, settings);
  options.substitute = strategy != "no-substitute";
  options.hybrid_cycles = strategy != "no-hybrid";
  options.collapse_cycles = strategy != "no-collapse";
  std::vector<double> ms;
  andersen::solution answer;
  for (unsigned i = 0; i != settings.repeat; ++i) {
    std::string message;
    answer = {};
    require(andersen::solve(in.constraints, options, answer, message), message);
    ms.push_back(answer.stats.solve_ms);
  }
  verify(settings, [&] {
    const check::points_to found = check::plain(answer);
    std::string why = check::violated_constraint(in.constraints, found);
    return why.empty() ? check::difference(found, check::solve_in_rounds(in.constraints)) : "the sets violate " + why;
  });
  measurement m;
  m.run = answer.stats;
  m.run.ms = std::move(ms);
  m.run.strategy = strategy;
  m.figures = {{"facts", answer.stats.facts}, {"rounds", answer.stats.rounds}};
  return m;
}
std::string unfit_for_points_to(const input& in) {
  return in.what == input::kind::dump ? "" : "it is not a dump of constraints";
}

}  // namespace

void add_other_problems(std::vector<problem>& all) {
  all.push_back({"partition",
                 "--parts balanced parts",
                 {"auto", "kway", "recursive", "stm", "stm-match", "stm-refine"},
                 partition_graph,
                 unfit_for_partition});
  all.push_back({"points-to",
                 "inclusion-based points-to sets of a dump of constraints",
                 {"auto", "no-substitute", "no-hybrid", "no-collapse"},
                 points_to,
                 unfit_for_points_to});
  add_refinement(all);
  add_formulas(all);
}

}  // namespace amorph::bench
