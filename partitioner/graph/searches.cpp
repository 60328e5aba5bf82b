#include "partitioner/graph/searches.hpp"

#include <algorithm>

#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/finish.hpp"

namespace amorph::partition {
namespace {

bool core_knows_all_demands(const options& o) {
  return (o.contiguous || !row_of(o.objective).of_edges()) && !o.minimise_connections && o.scheme == scheme::kway;
}

// Within the limits; a part without weight may be empty.
bool are_filled(const graph& g, std::size_t weights, span<const std::int64_t> limit,
                const std::vector<std::uint32_t>& part) {
  std::vector<std::int64_t> sum(limit.size(), 0);
  for (std::size_t v = 0; v != part.size(); ++v)
    for (std::size_t c = 0; c != weights; ++c)
      sum[part[v] * weights + c] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v * weights + c];
  for (std::size_t p = 0; p != limit.size(); p += weights) {
    std::int64_t all = 0;
    for (std::size_t c = 0; c != weights; ++c) {
      if (sum[p + c] > limit[p + c]) return false;
      all += sum[p + c];
    }
    if (all == 0) return false;
  }
  return true;
}

}  // namespace

bool is_large_for_searches(const graph& g, const options& o) { return g.vertices + g.to.size() >= effort_of(o).large; }

bool is_finished(const graph& g, const options& o, span<const std::int64_t> limit,
                 const std::vector<std::uint32_t>& part, const core_calls& core) {
  if (!core_knows_all_demands(o)) return false;
  const bool of_edges = row_of(o.objective).of_edges();
  if ((o.contiguous && core.strays() != 0) || (!of_edges && !core.volume_refined())) return false;
  const bool short_ones = effort_of(o).few_steps && o.constraints == 1;  // which gain nothing
  return (short_ones || is_large_for_searches(g, o)) && are_filled(g, o.constraints, limit, part);
}

void finish_searches(cpu_exec& host, const graph& g, const options& o, span<const std::int64_t> limit,
                     std::uint64_t seed, std::vector<std::uint32_t>& part) {
  const stop_check check_stop(o.run);
  const bool near_boundaries = o.constraints == 1 && is_large_for_searches(g, o) && o.minimise_connections &&
                               !o.contiguous && row_of(o.objective).of_edges() && o.start.empty();
  if (!near_boundaries || !finish_in_band(host, g, o, limit, seed, check_stop, part))
    finish(g, o, limit, seed, check_stop, part);
}

}  // namespace amorph::partition
