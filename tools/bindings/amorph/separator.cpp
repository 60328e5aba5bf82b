#include <algorithm>
#include <cmath>

#include "partitioner/ordering/ordering.hpp"
#include "tools/bindings/amorph/handles.hpp"
#include "tools/bindings/amorph/partition_graph.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

ordering::options options_of(const amorph_separator_options& o, const run_options& run) {
  if (o.imbalance != 0 && !(o.imbalance >= 1 && std::isfinite(o.imbalance)))
    refuse("expected an imbalance of 1 or more");
  ordering::options all;
  all.run = run;
  if (o.imbalance != 0) all.imbalance = o.imbalance;
  if (o.refinement != 0) all.refinement = static_cast<std::uint32_t>(std::max(0, o.refinement));
  all.attempts = std::max(1U, o.attempts);
  all.one_sided = o.both_sides == 0;
  all.seed = o.seed;
  return all;
}

void check_separator(const partition::graph& g, const uint8_t* side) {
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (side[v] > 2)
      refuse("vertex " + std::to_string(v) + ": expected side 0, 1 or 2, found " + std::to_string(side[v]));
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (side[v] == 0 && side[g.to[e]] == 1)
        refuse("expected a separator, found vertices " + std::to_string(v) + " and " + std::to_string(g.to[e]) +
               ", adjacent, on sides 0 and 1");
  }
}

void write(const partition::graph& g, const ordering::separator& s, uint8_t* side, amorph_separator_figures* figures) {
  std::copy(s.side.begin(), s.side.end(), side);
  if (figures == nullptr) return;
  amorph_separator_figures all{};
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::int64_t weight = g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
    (s.side[v] == 2 ? all.weight : all.side_weight[s.side[v]]) += weight;
    all.vertices += s.side[v] == 2 ? 1 : 0;
  }
  write_struct(all, figures, "amorph_separator_figures");
}

// find(graph, options) returns the separator.
template <class Find>
amorph_status write_found(amorph_context* context, const amorph_partition_graph* graph,
                          const amorph_separator_options* options, uint8_t* side, amorph_separator_figures* figures,
                          Find find) {
  return run([&] {
    require(context, "a context");
    const amorph_partition_graph g = require_struct(graph, "graph");
    const ordering::options all = options_of(read_struct(options, "amorph_separator_options"), context->run);
    if (g.vertices != 0) require(side, "a place for the sides");
    check_result(figures, "amorph_separator_figures");
    if (g.vertices == 0) return write({}, {}, side, figures);
    const partition::graph view = checked_graph(g, 1, all.run.threads);
    write(view, find(view, all), side, figures);
  });
}

}  // namespace

extern "C" {

amorph_status amorph_separator(amorph_context* context, const amorph_partition_graph* graph,
                               const amorph_separator_options* options, uint8_t* side,
                               amorph_separator_figures* figures) {
  return write_found(context, graph, options, side, figures, &ordering::separate);
}

amorph_status amorph_separator_refine(amorph_context* context, const amorph_partition_graph* graph,
                                      const amorph_separator_options* options, const int32_t* may_move_to,
                                      uint8_t* side, amorph_separator_figures* figures) {
  return write_found(context, graph, options, side, figures, [&](const partition::graph& g, const auto& all) {
    check_separator(g, side);
    span<const std::int32_t> may;
    if (may_move_to != nullptr) may = {may_move_to, g.vertices};
    for (std::uint32_t v = 0; v != may.size(); ++v)
      if (may[v] < -1 || may[v] > 1)
        refuse("vertex " + std::to_string(v) + ": may_move_to: expected -1, 0 or 1, found " + std::to_string(may[v]));
    ordering::separator s;
    s.side.assign(side, side + g.vertices);
    ordering::refine_separator(g, may, all, s);
    return s;
  });
}

}  // extern "C"
