#include "partitioner/graph/initial/fill_empty_parts.hpp"

#include <algorithm>
#include <tuple>

namespace amorph::partition {
namespace {

// Whether each part has a vertex.
bool all_used(cpu_exec& exec, const std::vector<std::uint32_t>& part, std::size_t parts) {
  std::vector<unsigned char> used(parts, 0);
  exec.ranges(part.size(), 65536, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last; ++v)
      if (__atomic_load_n(&used[part[v]], __ATOMIC_RELAXED) == 0) __atomic_store_n(&used[part[v]], 1, __ATOMIC_RELAXED);
  });
  return std::find(used.begin(), used.end(), 0) == used.end();
}

struct candidate {
  std::int64_t weight, loss;
  std::uint32_t vertex;
};

}  // namespace

void fill_empty_parts(cpu_exec& exec, const graph& g, span<const std::int64_t> limit, span<const std::int32_t> fixed,
                      std::vector<std::uint32_t>& part) {
  if (g.vertices < limit.size() || all_used(exec, part, limit.size())) return;
  std::vector<std::uint32_t> members(limit.size(), 0), empty;
  for (const std::uint32_t p : part) ++members[p];
  for (std::uint32_t p = 0; p != limit.size(); ++p)
    if (members[p] == 0) empty.push_back(p);
  std::vector<candidate> by_loss(g.vertices);
  exec.for_each(g.vertices, [&](std::size_t v) {
    candidate s{g.vertex_weight.empty() ? 1 : g.vertex_weight[v], 0, static_cast<std::uint32_t>(v)};
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      if (part[g.to[e]] == part[v]) s.loss += g.edge_weight.empty() ? 1 : g.edge_weight[e];
    by_loss[v] = s;
  });
  if (!fixed.empty()) std::erase_if(by_loss, [&](const candidate& s) { return fixed[s.vertex] != -1; });
  std::vector<candidate> by_weight = by_loss;
  std::sort(by_loss.begin(), by_loss.end(), [](const candidate& a, const candidate& b) {
    return std::tie(a.loss, a.vertex) < std::tie(b.loss, b.vertex);
  });
  std::sort(by_weight.begin(), by_weight.end(), [](const candidate& a, const candidate& b) {
    return std::tie(a.weight, a.loss, a.vertex) < std::tie(b.weight, b.loss, b.vertex);
  });
  // By descending limits: a vertex too heavy for one part is too heavy for all later ones; a moved vertex is alone in
  // its part and stays there.
  std::stable_sort(empty.begin(), empty.end(), [&](auto p, auto q) { return limit[p] > limit[q]; });
  const auto alone = [&](const candidate& s) { return members[part[s.vertex]] == 1; };
  auto light = by_loss.begin(), lightest = by_weight.begin();
  for (const std::uint32_t p : empty) {
    while (light != by_loss.end() && (light->weight > limit[p] || alone(*light))) ++light;
    if (light == by_loss.end())
      while (lightest != by_weight.end() && alone(*lightest)) ++lightest;
    if (light == by_loss.end() && lightest == by_weight.end()) return;  // all others are fixed
    const std::uint32_t v = light != by_loss.end() ? light->vertex : lightest->vertex;
    --members[part[v]];
    part[v] = p;
    ++members[p];
  }
}

}  // namespace amorph::partition
