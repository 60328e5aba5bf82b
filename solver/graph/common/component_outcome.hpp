// Components by labels, for descriptors: figures and rows.
#pragma once

#include "solver/graph/algorithm.hpp"
#include "solver/graph/common/component_labels.hpp"

namespace amorph::graph {

inline constexpr char component_heading[] = "vertex, the minimum vertex of its component";
inline constexpr column component_columns[] = {{"l", "vertex", "number of the vertex"},
                                               {"l", "component", "the minimum vertex of its component"}};
[[nodiscard]] outcome component_outcome(const request& r, component_labels found);
// The totals after `total`, then a line per vertex.
void component_rows(const char* total, const request& r, const outcome& o, row_writer& out);

}  // namespace amorph::graph
