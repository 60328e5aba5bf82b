#include "solver/graph/mst/mst_check.hpp"

#include <algorithm>
#include <numeric>

#include "solver/graph/common/check.hpp"

namespace amorph::check {
namespace {

using std::size_t;
using std::uint32_t;
using std::uint64_t;

// Trees of vertices, by representatives.
class trees {
 public:
  explicit trees(size_t n) : up_(n) { std::iota(up_.begin(), up_.end(), 0u); }
  bool join(uint32_t a, uint32_t b) {
    a = top(a);
    b = top(b);
    if (a == b) return false;
    up_[a] = b;
    return true;
  }

 private:
  uint32_t top(uint32_t v) {
    while (up_[v] != v) v = up_[v] = up_[up_[v]];
    return v;
  }
  std::vector<uint32_t> up_;
};

}  // namespace

std::string forest_fault(const weighted_csr& graph, const std::vector<uint64_t>& arcs) {
  const csr& g = graph.graph;
  auto less = [&](uint64_t a, uint64_t b) {
    const auto by = [&]<class T>(const T* weight) { return weight[a] < weight[b]; };
    switch (graph.kind) {
      case weight_kind::int32: return by(static_cast<const std::int32_t*>(graph.weight));
      case weight_kind::int64: return by(static_cast<const std::int64_t*>(graph.weight));
      case weight_kind::float32: return by(static_cast<const float*>(graph.weight));
      case weight_kind::float64: return by(static_cast<const double*>(graph.weight));
      case weight_kind::none: break;
    }
    return false;
  };
  std::vector<uint32_t> from(g.edges());
  for (uint32_t v = 0; v != g.vertices; ++v)
    for (uint64_t e = g.begin[v]; e != g.begin[v + size_t{1}]; ++e) from[e] = v;
  trees taken(g.vertices);
  for (const uint64_t e : arcs) {
    if (e >= g.edges()) return "there is no arc " + std::to_string(e);
    if (!taken.join(from[e], g.to[e]))
      return "the edge of " + name(from[e]) + " and " + name(g.to[e]) + " closes a cycle";
  }
  std::vector<uint64_t> order(g.edges()), kruskal;
  std::iota(order.begin(), order.end(), uint64_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  trees all(g.vertices);
  for (const uint64_t e : order)
    if (all.join(from[e], g.to[e])) kruskal.push_back(e);
  if (kruskal.size() != arcs.size())
    return std::to_string(arcs.size()) + " edges, where a spanning forest has " + std::to_string(kruskal.size());
  std::vector<uint64_t> sorted = arcs;
  std::sort(sorted.begin(), sorted.end(), less);
  for (size_t i = 0; i != sorted.size(); ++i)
    if (less(sorted[i], kruskal[i]) || less(kruskal[i], sorted[i]))
      return "the " + std::to_string(i + 1) + ". lightest edge has another weight than that of Kruskal's forest";
  return {};
}

}  // namespace amorph::check
