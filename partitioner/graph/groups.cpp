#include "partitioner/graph/groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace amorph::partition {

namespace {

// Numbers the vertices of the contracted graph.
class numbering {
 public:
  numbering(const graph& g, const options& o) : g_(g), o_(o) {
    for (std::uint32_t v = 0; v != o.fixed.size() && !o.group.empty(); ++v)
      if (o.fixed[v] != -1 && o.group[v] != -1) part_of_[o.group[v]] = o.fixed[v];
  }
  std::vector<std::uint32_t> run(std::vector<std::int32_t>& fixed) {
    std::vector<std::uint32_t> map(g_.vertices);
    for (std::uint32_t v = 0; v != g_.vertices; ++v) map[v] = number(v);
    if (!o_.fixed.empty()) fixed = std::move(fixed_);
    return map;
  }

 private:
  [[nodiscard]] std::int32_t group(std::uint32_t v) const { return o_.group.empty() ? -1 : o_.group[v]; }
  [[nodiscard]] std::int32_t fixed_part(std::uint32_t v) const {
    const auto at = group(v) == -1 ? part_of_.end() : part_of_.find(group(v));
    return at != part_of_.end() ? at->second : o_.fixed.empty() ? -1 : o_.fixed[v];
  }
  std::uint32_t number(std::uint32_t v) {
    const std::int32_t p = fixed_part(v);
    if (p == -1 && group(v) == -1) return add(p);
    if (p == -1) {
      const auto [at, is_new] = of_group_.try_emplace(group(v), 0);
      return is_new ? at->second = add(p) : at->second;
    }
    const std::int64_t w = g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
    const auto [at, is_new] = of_part_.try_emplace(p, terminal{});
    if (is_new || at->second.weight + w > std::numeric_limits<std::int32_t>::max()) at->second = {add(p), 0};
    at->second.weight += w;
    return at->second.vertex;
  }
  std::uint32_t add(std::int32_t part) {
    fixed_.push_back(part);
    return static_cast<std::uint32_t>(fixed_.size() - 1);
  }

  struct terminal {
    std::uint32_t vertex;
    std::int64_t weight;
  };
  const graph& g_;
  const options& o_;
  std::unordered_map<std::int32_t, std::int32_t> part_of_;  // of groups with a fixed vertex
  std::unordered_map<std::int32_t, std::uint32_t> of_group_;
  std::unordered_map<std::int32_t, terminal> of_part_;
  std::vector<std::int32_t> fixed_;
};

}  // namespace

grouped_graph contract_together(const graph& g, const options& o) {
  grouped_graph c;
  c.map = numbering(g, o).run(c.fixed);
  const std::uint32_t vertices = c.map.empty() ? 0 : *std::max_element(c.map.begin(), c.map.end()) + 1;
  std::vector<std::uint64_t> first(vertices + std::size_t{1}, 0);
  for (const std::uint32_t to : c.map) ++first[to + std::size_t{1}];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> member(g.vertices);
  std::vector<std::uint64_t> end(first.begin(), first.end() - 1);
  for (std::uint32_t v = 0; v != g.vertices; ++v) member[end[c.map[v]]++] = v;

  c.vertex_weight.assign(vertices, 0);
  for (std::uint32_t to = 0; to != vertices; ++to) {
    for (std::uint64_t i = first[to]; i != first[to + std::size_t{1}]; ++i) {
      const std::uint32_t v = member[i];
      c.vertex_weight[to] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
        if (c.map[g.to[e]] == to) continue;
        c.to.push_back(c.map[g.to[e]]);
        if (!g.edge_weight.empty()) c.edge_weight.push_back(g.edge_weight[e]);
      }
    }
    c.begin.push_back(c.to.size());
  }
  return c;
}

}  // namespace amorph::partition
