// Verifies ranks by their fixed-point equation; shares no code with the algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

// The parameters of PageRank that a check needs.
struct pagerank_rule {
  double damping;
  bool drop_dangling;
};

// A fault in one line, or nothing: one more step, computed serially, changes the ranks by no more than
// `residual`, and each is at least its share of 1 - damping. A step shrinks the distance to the fixed point by the
// damping factor d: the ranks are then within residual / (1 - d) of it. O(n + m).
[[nodiscard]] std::string pagerank_fault(const weighted_csr& graph, pagerank_rule rule, const std::vector<double>& rank,
                                         double residual);

// The ranks after `steps` steps from 1 / n, serially. O(steps (n + m)).
[[nodiscard]] std::vector<double> pagerank_reference(const csr& graph, pagerank_rule rule, std::uint32_t steps);

}  // namespace amorph::check
