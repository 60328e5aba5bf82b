// Nested dissection: George, "Nested dissection of a regular finite element mesh" (1973). A separator's vertices come
// last, before them the two sides, each dissected in the same way until it is small.
#pragma once

#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/ordering/ordering.hpp"
#include "partitioner/ordering/reduced_graph.hpp"

namespace amorph::ordering {

struct dissected {
  host_array<vertex> order;     // of the reduced graph's vertices
  bool minimum_degree_may_win;  // on the whole graph
};

// The vertices of g.graph in the order of their elimination. `sizes`, if not null, receives result::sizes, in columns.
// Sides are dissected in parallel, and a large graph's separators tried in parallel.
[[nodiscard]] dissected dissect(cpu_exec& exec, const reduced_graph& g, const options& o,
                                std::vector<std::uint32_t>* sizes, statistics& stats);

// The whole graph by approximate minimum degree.
[[nodiscard]] host_array<vertex> order_by_degree(cpu_exec& exec, const reduced_graph& g, const options& o,
                                                 statistics& stats);

[[nodiscard]] separator_options separator_options_of(const options& o);

}  // namespace amorph::ordering
