#include "partitioner/graph/core_weights.hpp"

#include <algorithm>
#include <limits>

#include "amorph/kernels/primitives/reduce.hpp"

namespace amorph::partition {
namespace {

constexpr std::int64_t largest_sum = std::numeric_limits<std::int32_t>::max(), scaled_sum = std::int64_t{1} << 30;

std::int64_t sum_of(cpu_exec& exec, span<const std::int32_t> weights) {
  std::int64_t sum = 0;
  const auto weight = [&](std::size_t i) { return std::int64_t{weights[i]}; };
  reduce_into<std::int64_t>(exec, weights.size(), weight, &sum, 0);
  return sum;
}

std::int64_t edges_of(const graph& g) { return static_cast<std::int64_t>(g.to.size() / 2); }

std::int32_t rounded(std::int64_t weight, std::int64_t unit) {
  return static_cast<std::int32_t>(std::max<std::int64_t>(weight != 0, (weight + unit / 2) / unit));
}

}  // namespace

core_weights::core_weights(cpu_exec& exec, const graph& g, const options& o)
    : by_size_(!row_of(o.objective).of_edges()) {
  // Rounding adds at most 1 to each weight and cost.
  const std::int64_t rest = largest_sum - edges_of(g) - static_cast<std::int64_t>(o.move_cost.size());
  const std::int64_t costs = sum_of(exec, o.move_cost);
  if (by_size_) {
    const std::int64_t most = std::clamp(rest / 2, std::int64_t{1}, scaled_sum);
    if (costs > most) scale_costs(o, costs / most + 1);
    weigh_by_size(g, std::clamp(rest - std::min(costs, most), std::int64_t{1}, scaled_sum));
    return;
  }
  const std::int64_t sum = costs + (g.edge_weight.empty() ? edges_of(g) : sum_of(exec, g.edge_weight) / 2);
  if (sum <= largest_sum) return;
  const std::int64_t unit = sum / std::clamp(rest, std::int64_t{1}, scaled_sum) + 1;
  scale_costs(o, unit);
  edge_weight_.resize(g.to.size());
  exec.for_each(g.to.size(), [&g, unit, to = edge_weight_.data()](std::size_t e) {
    to[e] = rounded(g.edge_weight.empty() ? 1 : g.edge_weight[e], unit);
  });
}

void core_weights::scale_costs(const options& o, std::int64_t unit) {
  move_cost_.reserve(o.move_cost.size());
  for (const std::int32_t cost : o.move_cost) move_cost_.push_back(rounded(cost, unit));
}

// As METIS: 1 plus the sizes of both ends, divided so that these sum to at most `most`.
void core_weights::weigh_by_size(const graph& g, std::int64_t most) {
  if (g.vertex_size.empty()) return;
  std::int64_t sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    sum += g.vertex_size[v] * static_cast<std::int64_t>(g.begin[v + std::size_t{1}] - g.begin[v]);
  const std::int64_t divisor = 1 + sum / most;
  edge_weight_.reserve(g.to.size());
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      edge_weight_.push_back(
          static_cast<std::int32_t>(1 + (std::int64_t{g.vertex_size[v]} + g.vertex_size[g.to[e]]) / divisor));
}

graph core_weights::apply(const graph& g) const {
  graph weighed = g;
  if (differ()) weighed.edge_weight = edge_weight_;
  return weighed;
}

options core_weights::apply(const options& o) const {
  options weighed = o;
  if (!move_cost_.empty()) weighed.move_cost = move_cost_;
  return weighed;
}

}  // namespace amorph::partition
