#include "partitioner/common/partition.hpp"

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
  const partition::result found = partition::divide(view, all);
  std::copy(found.part.begin(), found.part.end(), part);
  if (figures != nullptr)
    write_struct<amorph_partition_figures>(
        {0, found.cut, found.volume, found.balance, found.balanced ? 1 : 0, found.moved, found.cost}, figures,
        "amorph_partition_figures");
}

}  // namespace

extern "C" amorph_status amorph_partition(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_partition_options* options, uint32_t* part,
                                          amorph_partition_figures* figures) {
  return run([&] { divide(context, graph, options, nullptr, nullptr, part, figures); });
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
