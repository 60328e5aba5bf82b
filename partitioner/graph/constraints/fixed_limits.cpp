#include "partitioner/graph/constraints/fixed_limits.hpp"

#include <algorithm>
#include <unordered_map>

namespace amorph::partition {

void raise_limits_for_fixed(const graph& g, const options& o, std::uint32_t constraint,
                            std::vector<std::int64_t>& limit) {
  const auto at = [&](std::size_t p) -> std::int64_t& { return limit[p * o.constraints + constraint]; };
  const auto is_grouped = [&](std::uint32_t v) { return !o.group.empty() && o.group[v] != -1; };
  std::unordered_map<std::int32_t, std::int32_t> part_of;  // groups with a fixed member are fixed
  for (std::uint32_t v = 0; v != o.fixed.size(); ++v)
    if (o.fixed[v] != -1 && is_grouped(v)) part_of[o.group[v]] = o.fixed[v];
  const auto fixed_part = [&](std::uint32_t v) {
    const auto group = is_grouped(v) ? part_of.find(o.group[v]) : part_of.end();
    return group != part_of.end() ? group->second : o.fixed.empty() ? -1 : o.fixed[v];
  };
  std::vector<std::int64_t> fixed(o.parts, 0);
  std::unordered_map<std::int32_t, std::int64_t> of_group;
  std::int64_t heaviest = 0, total = 0, most = 0, sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::int64_t w = g.vertex_weight.empty() ? 1 : g.vertex_weight[std::size_t{v} * o.constraints + constraint];
    total += w;
    if (const std::int32_t p = fixed_part(v); p != -1) fixed[static_cast<std::size_t>(p)] += w;
    heaviest = std::max(heaviest, is_grouped(v) ? of_group[o.group[v]] += w : w);
  }
  for (std::size_t p = 0; p != o.parts; ++p) most = std::max(most, at(p));
  for (std::size_t p = 0; p != o.parts; ++p) {
    at(p) = std::max({at(p), fixed[p], most < heaviest ? heaviest : 0});
    sum += std::min(at(p), total);
  }
  const std::int64_t missing = std::max<std::int64_t>(0, total - sum);
  for (std::size_t p = 0; p != o.parts; ++p) at(p) += (missing + o.parts - 1) / o.parts;
}

}  // namespace amorph::partition
