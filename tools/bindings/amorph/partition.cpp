// Graphs in the C interface: partitions from scratch, from an old one, and the figures of a given one.
#include "partitioner/common/partition.hpp"
#include "partitioner/graph/check_options.hpp"
#include "partitioner/graph/constraints/components.hpp"

#include <algorithm>

#include "tools/bindings/amorph/handles.hpp"
#include "tools/bindings/amorph/partition_graph.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

partition::machine machine_of(const amorph_partition_options& o) {
  if (o.levels == 0) return {};
  require(o.hierarchy, "a hierarchy");
  require(o.distances, "distances");
  if (o.levels > 64) refuse("levels: expected at most 64, found " + std::to_string(o.levels));
  return {{o.hierarchy, o.hierarchy + o.levels}, {o.distances, o.distances + o.levels}};
}

partition::options options_of(const amorph_partition_options& o, const run_options& run) {
  partition::options all;
  all.run = run;
  all.machine = machine_of(o);
  all.parts = o.levels != 0 && o.parts == 0 ? partition::cores_of(all.machine.hierarchy) : o.parts;
  all.constraints = std::max(1U, o.constraints);
  if (o.target != nullptr) all.target.assign(o.target, o.target + std::size_t{all.parts} * all.constraints);
  if (o.imbalance != nullptr) all.imbalance.assign(o.imbalance, o.imbalance + all.constraints);
  all.objective = row_number<partition::objective>("objective", o.objective, partition::objectives);
  if (o.levels != 0 && o.objective == 0) all.objective = partition::objective::mapping;
  all.scheme = o.recursive != 0 ? partition::scheme::recursive : partition::scheme::kway;
  if (o.refinement != 0) all.refinement = o.refinement > 0 ? static_cast<std::uint32_t>(o.refinement) : 0;
  all.attempts = std::max(1U, o.attempts);
  all.seed = o.seed;
  all.contiguous = o.contiguous != 0;
  all.minimise_connections = o.few_connections != 0;
  all.preset = row_number<partition::preset>("preset", o.preset, partition::presets);
  return all;
}

amorph_partition_figures figures_of(const partition::result& r, std::uint32_t components) {
  return {0, r.cut, r.volume, r.balance, r.balanced ? 1 : 0, r.moved, r.cost, components, 0};
}

// With `start` and `move_cost` per vertex, or NULL.
void divide(amorph_context* context, const amorph_partition_graph* graph, const amorph_partition_options* options,
            const int32_t* start, const int32_t* move_cost, uint32_t* part, amorph_partition_figures* figures) {
  require(context, "a context");
  const amorph_partition_graph g = require_struct(graph, "graph");
  const amorph_partition_options o = require_struct(options, "amorph_partition_options");
  if (o.parts < 1 && o.levels == 0) refuse("expected 1 part or more, found 0");
  if (g.vertices != 0) require(part, "a place for the parts");
  check_result(figures, "amorph_partition_figures");
  partition::options all = options_of(o, context->run);
  const partition::graph view = checked_graph(g, all.constraints, all.run.threads);
  if (start != nullptr) all.start = {start, g.vertices};
  if (move_cost != nullptr) all.move_cost = {move_cost, g.vertices};
  if (o.fixed != nullptr) all.fixed = {o.fixed, g.vertices};
  if (o.group != nullptr) all.group = {o.group, g.vertices};
  const partition::result found = partition::divide(view, all);
  std::copy(found.part.begin(), found.part.end(), part);
  if (figures != nullptr) write_struct(figures_of(found, 0), figures, "amorph_partition_figures");
}

std::uint32_t components_of(const partition::graph& g, const std::vector<std::uint32_t>& part) {
  cpu_exec exec;
  host_array<std::uint32_t> parent(g.vertices);
  partition::unite_components(exec, g, parent, [&](std::uint32_t u, std::uint32_t v) { return part[u] == part[v]; });
  std::uint32_t components = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) components += parent[v] == v ? 1 : 0;
  return components;
}

}  // namespace

extern "C" amorph_status amorph_partition(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_partition_options* options, uint32_t* part,
                                          amorph_partition_figures* figures) {
  return run([&] { divide(context, graph, options, nullptr, nullptr, part, figures); });
}

extern "C" amorph_status amorph_partition_evaluate(const amorph_partition_graph* graph,
                                                   const amorph_partition_options* options, const uint32_t* part,
                                                   amorph_partition_figures* figures, int64_t* weights) {
  return run([&] {
    const amorph_partition_graph g = require_struct(graph, "graph");
    const partition::options o = options_of(require_struct(options, "amorph_partition_options"), {});
    if (o.parts < 1 && o.machine.empty()) refuse("expected 1 part or more, found 0");
    if (g.vertices != 0) require(part, "the parts");
    check_result(figures, "amorph_partition_figures");
    const partition::graph view = checked_graph(g, o.constraints, 0);
    cpu_exec exec;
    partition::check_options(exec, view, o);
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      if (part[v] >= o.parts)
        refuse("vertex " + std::to_string(v) + " is in part " + std::to_string(part[v]) + " of " +
               std::to_string(o.parts));
    partition::result found;
    found.part.assign(part, part + g.vertices);
    partition::measure(view, o, found);
    if (figures != nullptr)
      write_struct(figures_of(found, components_of(view, found.part)), figures, "amorph_partition_figures");
    if (weights != nullptr) std::copy(found.part_weight.begin(), found.part_weight.end(), weights);
  });
}

extern "C" amorph_status amorph_repartition(amorph_context* context, const amorph_partition_graph* graph,
                                            const amorph_partition_options* options, const int32_t* start,
                                            const int32_t* move_cost, uint32_t* part,
                                            amorph_partition_figures* figures) {
  return run([&] {
    if (graph != nullptr && graph->vertices != 0) require(start, "an old partition");
    divide(context, graph, options, start, move_cost, part, figures);
  });
}
