// Checks of weights that are lengths.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"

namespace amorph {

// Throws error(bad_input) with the first arc whose weight is negative or not finite. O(m), on the CPU threads of the
// options; O(1) for a resident graph that has passed.
void check_lengths(const weighted_csr& graph, const run_options& run);

// How many bits hold the length of every path without a repeated vertex, by the maximum of the integer weights: 32, 64,
// or more. O(m); O(1) for a resident graph asked before, or without weights. For float weights: bits64.
enum class length_range : std::uint32_t { bits32, bits64, more };
[[nodiscard]] length_range range_of_lengths(const weighted_csr& graph, const run_options& run);

}  // namespace amorph
