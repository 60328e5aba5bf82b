#include "tools/verify/netlist_check.hpp"

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
  std::map<std::uint32_t, std::uint64_t> pins;  // by part
  for (std::uint32_t e = 0; e < n.nets; ++e) {
    const std::uint64_t first = n.begin[e], last = n.begin[e + std::uint64_t{1}];
    const std::int64_t w = n.net_weight != nullptr ? n.net_weight[e] : 1;
    pins.clear();
    for (std::uint64_t i = first; i < last; ++i) ++pins[part[n.pin[i]]];
    if (last - first > 1)
      for (const auto& [p, count] : pins)
        f.absorption += static_cast<double>(count - 1) / static_cast<double>(last - first - 1);
    if (pins.size() < 2) continue;
    const auto joined = static_cast<std::int64_t>(pins.size());
    f.cut += w;
    f.cut_nets += 1;
    f.km1 += w * joined - w;
    f.soed += w * joined;
    for (const auto& [p, count] : pins) f.external_degree[p] += w;
  }
  for (std::uint32_t p = 0; p < parts && parts > 1; ++p)
    if (const std::int64_t weight = f.part_weight[p * std::size_t{n.dimensions}]; weight != 0)
      f.scaled_cost += static_cast<double>(f.external_degree[p]) / static_cast<double>(weight) /
                       (static_cast<double>(n.vertices) * (parts - 1));
  return f;
}

}  // namespace amorph::check
