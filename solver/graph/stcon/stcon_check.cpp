#include "solver/graph/stcon/stcon_check.hpp"

#include "solver/graph/common/check.hpp"

namespace amorph::check {

std::string stcon_fault(const weighted_csr& graph, std::uint32_t from, std::uint32_t to, std::uint32_t distance) {
  const std::uint32_t expected = queue_search(graph.graph, {from})[to];
  if (expected == distance) return {};
  return "the distance is " + std::to_string(expected) + ", not " + std::to_string(distance);
}

}  // namespace amorph::check
