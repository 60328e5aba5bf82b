#include "solver/graph/distances/distances_check.hpp"

#include "solver/graph/common/check.hpp"
#include "solver/graph/sssp/sssp_check.hpp"

namespace amorph::check {
namespace {

template <class T> std::vector<T> row(const std::vector<T>& all, std::size_t number, std::size_t size) {
  if (all.empty()) return {};
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(number * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

std::string row_fault(const weighted_csr& g, std::uint32_t source, const std::vector<std::uint32_t>& hops,
                      const std::vector<std::uint64_t>& distance, const std::vector<double>& real) {
  if (hops.empty()) return sssp_fault(g, {source}, distance, real, {});
  const std::vector<std::uint32_t> expected = queue_search(g.graph, {source});
  for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
    if (hops[v] != expected[v])
      return name(v) + " is " + std::to_string(hops[v]) + " arcs away, not " + std::to_string(expected[v]);
  return {};
}

}  // namespace

std::string distances_fault(const weighted_csr& g, const std::vector<std::uint32_t>& sources,
                            const distances::result& found) {
  const std::size_t n = g.graph.vertices, values = found.hops.size() + found.distance.size() + found.real.size();
  if (values != n * sources.size())
    return std::to_string(values) + " distances from " + std::to_string(sources.size()) + " sources to " +
           std::to_string(n) + " vertices";
  std::uint64_t reached = 0;
  for (std::size_t s = 0; s != sources.size(); ++s) {
    const auto hops = row(found.hops, s, n);
    const auto distance = row(found.distance, s, n);
    const auto real = row(found.real, s, n);
    if (const std::string fault = row_fault(g, sources[s], hops, distance, real); !fault.empty())
      return "from " + name(sources[s]) + ": " + fault;
    for (const std::uint32_t h : queue_search(g.graph, {sources[s]})) reached += h != none32 ? 1 : 0;
  }
  if (reached != found.reached) return std::to_string(found.reached) + " pairs, not " + std::to_string(reached);
  return {};
}

}  // namespace amorph::check
