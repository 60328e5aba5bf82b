#include "solver/graph/components/components.hpp"

#include <algorithm>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/components/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::components {

result solve(const weighted_csr& graph, const options& options) {
  check_graph(graph);
  result r;
  r.label.resize(graph.graph.vertices);
  answer answer{r.label.data()};
  const auto ran = dispatch("components", cpu_entry(), options.run, static_cast<std::uint32_t>(options.strategy),
                            problem{graph}, answer, r.stats);
  r.stats.strategy = to_string(static_cast<strategy>(ran));
  std::vector<std::uint32_t> size(graph.graph.vertices);
  for (const std::uint32_t l : r.label) r.largest = std::max<std::uint64_t>(r.largest, ++size[l]);
  for (const std::uint32_t s : size) r.components += s != 0 ? 1 : 0;
  return r;
}

}  // namespace amorph::components
