#include "partitioner/multilevel/partition.hpp"

#include <algorithm>

#include "tools/libamorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

template <class T> span<const T> array(const T* data, std::size_t size) {
  return data == nullptr ? span<const T>() : span<const T>(data, size);
}

partition::graph view_of(const amorph_partition_graph& g, std::uint32_t constraints) {
  if (g.vertices != 0) require(g.begin, "row offsets");
  const std::uint64_t entries = g.vertices == 0 ? 0 : g.begin[g.vertices];
  if (entries != 0) require(g.to, "neighbours");
  return {g.vertices,
          array(g.begin, g.vertices + std::size_t{1}),
          array(g.to, entries),
          array(g.vertex_weight, std::size_t{g.vertices} * constraints),
          array(g.vertex_size, g.vertices),
          array(g.edge_weight, entries)};
}

partition::options options_of(const amorph_partition_options& o, const run_options& run) {
  partition::options all;
  all.run = run;
  all.parts = o.parts;
  all.constraints = std::max(1U, o.constraints);
  if (o.target != nullptr) all.target.assign(o.target, o.target + std::size_t{o.parts} * all.constraints);
  if (o.imbalance != nullptr) all.imbalance.assign(o.imbalance, o.imbalance + all.constraints);
  all.objective = o.volume != 0 ? partition::objective::volume : partition::objective::cut;
  all.scheme = o.recursive != 0 ? partition::scheme::recursive : partition::scheme::kway;
  if (o.refinement != 0) all.refinement = o.refinement > 0 ? static_cast<std::uint32_t>(o.refinement) : 0;
  all.attempts = std::max(1U, o.attempts);
  all.seed = o.seed;
  return all;
}

}  // namespace

extern "C" amorph_status amorph_partition(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_partition_options* options, uint32_t* part,
                                          amorph_partition_figures* figures) {
  return run([&] {
    require(context, "a context");
    const amorph_partition_graph g = require_struct(graph, "graph");
    const amorph_partition_options o = require_struct(options, "amorph_partition_options");
    if (o.parts < 2) refuse("expected 2 parts or more, found " + std::to_string(o.parts));
    if (g.vertices != 0) require(part, "a place for the parts");
    const partition::options all = options_of(o, context->run);
    const partition::graph view = view_of(g, all.constraints);
    if (const std::string fault = partition::check_graph(view, all.constraints, 0, all.run.threads); !fault.empty())
      refuse(fault);
    const partition::result found = partition::divide(view, all);
    std::copy(found.part.begin(), found.part.end(), part);
    if (figures != nullptr) *figures = {found.cut, found.volume, found.balance, found.balanced ? 1 : 0, 0};
  });
}
