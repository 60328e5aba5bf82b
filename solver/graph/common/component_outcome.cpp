#include "solver/graph/common/component_outcome.hpp"

#include <utility>

namespace amorph::graph {

outcome component_outcome(const request& r, component_labels found) {
  outcome out = outcome_of(std::move(found));
  const auto& [label, components, largest, stats] = out.as<component_labels>();
  out.summary =
      counted(components, "component", "components") + ", the largest of " + counted(largest, "vertex", "vertices");
  out.arrays = {{"component", span<const std::uint32_t>(label)}};
  out.figures = {{"components", components}, {"largest", largest}};
  out.set_work(static_cast<double>(r.graph.graph.edges()), "arcs");
  return out;
}

void component_rows(const char* total, const request& r, const outcome& o, row_writer& out) {
  const auto& found = o.as<component_labels>();
  out.line(total).number(found.components).number(found.largest);
  for_each_row(r, out, [&](std::uint32_t v) { out.line("l").vertex(v).vertex(found.label[v]); });
}

}  // namespace amorph::graph
