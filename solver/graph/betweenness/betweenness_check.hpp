// The checker: computes betweenness scores again, serially; shares no code with the solver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// Brandes's algorithm with stacks and lists, in long double, whose range ends at 1e4932. O(sources (n + m)).
[[nodiscard]] std::vector<double> betweenness_reference(const csr& graph, const std::vector<std::uint32_t>& sources);

// A fault in one line, or nothing: scores agree with the reference except for rounding.
[[nodiscard]] std::string betweenness_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                            const std::vector<double>& score);

}  // namespace amorph::check
