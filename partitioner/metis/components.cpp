#include "partitioner/metis/components.hpp"

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"

namespace amorph::metis {

std::uint32_t count_components(cpu_exec& exec, const partition::graph& g, const std::vector<std::uint32_t>* part,
                               std::vector<std::uint32_t>* of_part) {
  host_array<std::uint32_t> parent(g.vertices);
  const disjoint_sets sets{parent.data()};
  exec.for_each(g.vertices, [=](std::size_t v) { sets.make(static_cast<std::uint32_t>(v)); });
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (const std::uint32_t u = g.to[e]; u < v && (part == nullptr || (*part)[u] == (*part)[v]))
          sets.unite(u, static_cast<std::uint32_t>(v));
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
