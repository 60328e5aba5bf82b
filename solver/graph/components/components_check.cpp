#include "solver/graph/components/components_check.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace amorph::check {
namespace {

// The transpose.
struct reverse_rows {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;
  explicit reverse_rows(const csr& graph) : begin(graph.vertices + std::size_t{2}), to(graph.edges()) {
    for (const std::uint32_t v : graph.to) ++begin[v + std::size_t{2}];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (std::uint32_t v = 0; v != graph.vertices; ++v)
      for (const std::uint32_t w : graph.row(v)) to[begin[w + std::size_t{1}]++] = v;
  }
};

}  // namespace

std::string components_fault(const csr& graph, span<const std::uint32_t> label, std::uint64_t components,
                             std::uint64_t largest) {
  const std::uint32_t n = graph.vertices;
  if (label.size() != n) return "expected " + std::to_string(n) + " labels, found " + std::to_string(label.size());
  if (n == 0) return components == 0 && largest == 0 ? "" : "a graph without vertices has no components";
  const reverse_rows reverse(graph);
  std::vector<bool> seen(n);
  std::vector<std::uint32_t> stack;
  std::uint64_t found = 0, most = 0;
  for (std::uint32_t root = 0; root != n; ++root) {
    if (seen[root]) continue;
    ++found;
    std::uint64_t size = 0;
    seen[root] = true;
    stack.assign(1, root);
    auto visit = [&](std::uint32_t w) {
      if (seen[w]) return;
      seen[w] = true;
      stack.push_back(w);
    };
    while (!stack.empty()) {
      const std::uint32_t v = stack.back();
      stack.pop_back();
      ++size;
      if (label[v] != root)  // roots ascend: the first visited vertex of a component is its minimum
        return "vertex " + std::to_string(v) + ": expected component " + std::to_string(root) + ", found " +
               std::to_string(label[v]);
      for (const std::uint32_t w : graph.row(v)) visit(w);
      for (std::uint64_t e = reverse.begin[v]; e != reverse.begin[v + std::size_t{1}]; ++e) visit(reverse.to[e]);
    }
    most = std::max(most, size);
  }
  if (found != components)
    return "expected " + std::to_string(found) + " components, found " + std::to_string(components);
  if (most != largest)
    return "expected " + std::to_string(most) + " vertices in the largest component, found " + std::to_string(largest);
  return "";
}

}  // namespace amorph::check
