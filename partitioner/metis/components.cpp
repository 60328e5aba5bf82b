#include "components.hpp"

namespace amorph::metis {

std::uint32_t count_components(const partition::graph& g, const std::vector<std::uint32_t>* part,
                               std::vector<std::uint32_t>* of_part) {
  std::vector<bool> seen(g.vertices, false);
  std::vector<std::uint32_t> open;
  std::uint32_t components = 0;
  for (std::uint32_t first = 0; first != g.vertices; ++first) {
    if (seen[first]) continue;
    ++components;
    if (of_part != nullptr) ++(*of_part)[(*part)[first]];
    seen[first] = true;
    open.push_back(first);
    while (!open.empty()) {
      const std::uint32_t v = open.back();
      open.pop_back();
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t u = g.to[e];
        if (seen[u] || (part != nullptr && (*part)[u] != (*part)[v])) continue;
        seen[u] = true;
        open.push_back(u);
      }
    }
  }
  return components;
}

}  // namespace amorph::metis
