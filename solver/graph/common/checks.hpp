// The checks of every graph algorithm before it starts.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"

namespace amorph {

// Throws error(bad_input) with the first fault of the graph's arrays: sizes, descending offsets, targets out of range,
// an undirected graph without the reverse of an arc. O(n + m), on the CPU threads of the options.
void check_graph(const weighted_csr& graph, const run_options& run);

// The sources in ascending order without duplicates. Throws error(bad_input) if there is none (unless the graph has no
// vertices), or one out of range.
[[nodiscard]] std::vector<std::uint32_t> distinct_sources(const weighted_csr& graph, span<const std::uint32_t> sources);

}  // namespace amorph
