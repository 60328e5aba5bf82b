#include "tools/checkers/netlist_check.hpp"

#include <map>

namespace amorph::check {

netlist_figures count_netlist(const netlist_arrays& n, std::uint32_t parts, const std::uint32_t* part) {
  netlist_figures f;
  f.part_weight.assign(std::size_t{parts} * n.dimensions, 0);
  f.external_degree.assign(parts, 0);
  std::map<std::int32_t, std::uint32_t> part_of_group;
  for (std::uint32_t v = 0; v < n.vertices; ++v) {
    for (std::size_t d = 0; d < n.dimensions; ++d)
      f.part_weight[part[v] * std::size_t{n.dimensions} + d] +=
          n.vertex_weight != nullptr ? n.vertex_weight[v * std::size_t{n.dimensions} + d] : 1;
    if (n.start != nullptr && n.start[v] >= 0 && n.start[v] != static_cast<std::int64_t>(part[v])) ++f.moved;
    if (n.group != nullptr && n.group[v] >= 0) {
      const auto [first, is_first] = part_of_group.emplace(n.group[v], part[v]);
      if (!is_first && first->second != part[v] && f.separated++ == 0) f.first_separated = v;
    }
    if (n.fixed == nullptr || n.fixed[v] < 0 || n.fixed[v] == static_cast<std::int64_t>(part[v])) continue;
    if (f.misplaced++ == 0) f.first_misplaced = v;
  }
  std::vector<std::uint64_t> pins(parts, 0);  // of a net, by part
  std::vector<std::uint32_t> joined;          // the parts in which it has some
  for (std::uint32_t e = 0; e < n.nets; ++e) {
    const std::uint64_t first = n.begin[e], last = n.begin[e + std::uint64_t{1}];
    const std::int64_t w = n.net_weight != nullptr ? n.net_weight[e] : 1;
    joined.clear();
    for (std::uint64_t i = first; i < last; ++i)
      if (pins[part[n.pin[i]]]++ == 0) joined.push_back(part[n.pin[i]]);
    for (const std::uint32_t p : joined) {
      if (last - first > 1) f.absorption += static_cast<double>(pins[p] - 1) / static_cast<double>(last - first - 1);
      pins[p] = 0;
    }
    if (joined.size() < 2) continue;
    const auto lambda = static_cast<std::int64_t>(joined.size());
    f.cut += w;
    f.cut_nets += 1;
    f.km1 += w * lambda - w;
    f.soed += w * lambda;
    for (const std::uint32_t p : joined) f.external_degree[p] += w;
  }
  for (std::uint32_t p = 0; p < parts && parts > 1; ++p)
    if (const std::int64_t weight = f.part_weight[p * std::size_t{n.dimensions}]; weight != 0)
      f.scaled_cost += static_cast<double>(f.external_degree[p]) / static_cast<double>(weight) /
                       (static_cast<double>(n.vertices) * (parts - 1));
  return f;
}

}  // namespace amorph::check
