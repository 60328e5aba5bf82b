#include "partitioner/interfaces/metis/components.hpp"

#include "partitioner/graph/constraints/components.hpp"

namespace amorph::metis {

std::uint32_t count_components(cpu_exec& exec, const partition::graph& g, const std::vector<std::uint32_t>* part,
                               std::vector<std::uint32_t>* of_part) {
  host_array<std::uint32_t> parent(g.vertices);
  partition::unite_components(exec, g, parent, [part](std::uint32_t u, std::uint32_t v) {
    return part == nullptr || (*part)[u] == (*part)[v];
  });
  std::uint32_t components = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (parent[v] != v) continue;
    ++components;
    if (of_part != nullptr) ++(*of_part)[(*part)[v]];
  }
  return components;
}

}  // namespace amorph::metis
