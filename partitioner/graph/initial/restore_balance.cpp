#include "partitioner/graph/initial/restore_balance.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {

void restore_balance(const graph& g, const options& o, span<const std::int64_t> limit, const stop_check& check_stop,
                     std::vector<std::uint32_t>& part) {
  std::vector<std::int64_t> weight(limit.size(), 0);
  for (std::uint32_t v = 0; v != g.vertices; ++v) weight[part[v]] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
  if (std::equal(weight.begin(), weight.end(), limit.begin(), std::less_equal<>())) return;
  initial::wide_graph whole = initial::widened(g, 1);
  whole.fixed.assign(o.fixed.begin(), o.fixed.end());  // -1 becomes `free`
  const distances distance(o.machine);
  initial::kway_rules rules{limit};
  if (!distance.empty()) rules.distance = &distance;
  initial::kway_partition p(whole, rules, std::move(part));
  initial::rebalance(p, check_stop);
  part = p.take();
}

}  // namespace amorph::partition
