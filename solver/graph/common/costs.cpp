#include "solver/graph/common/costs.hpp"

namespace amorph::graph {

run_work work_of(const costs& costs, double vertices, double arcs, std::uint64_t bytes, double times) {
  constexpr double long_path_degree = 6, ns_per_ms = 1e6;
  const cost& c = arcs < long_path_degree * vertices ? costs.long_paths : costs.short_paths;
  const double items = times * (costs.cubic ? vertices * vertices * vertices : arcs) / ns_per_ms;
  return {
      .serial_ms = c.serial * items, .core_ms = c.core * items, .device_ms = c.device * items, .upload_bytes = bytes};
}

run_work work_of(const costs& costs, const weighted_csr& g, double times) {
  const std::uint64_t n = g.graph.vertices, m = g.graph.edges();
  const std::uint64_t bytes = 8 * n + m * (sizeof(std::uint32_t) + (g.weight != nullptr ? size_of(g.kind) : 0));
  run_work work = work_of(costs, static_cast<double>(n), static_cast<double>(m), bytes, times);
  work.input = g.graph.to.data();
  return work;
}

}  // namespace amorph::graph
