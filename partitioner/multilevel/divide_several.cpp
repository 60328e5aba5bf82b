#include "partitioner/multilevel/divide_several.hpp"

#include <algorithm>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/multilevel/constraints/finish.hpp"
#include "partitioner/multilevel/constraints/several_weights.hpp"

namespace amorph::partition {
namespace {

// Weight above the limits, relative to them, summed over parts and constraints.
double excess_of(const result& r, span<const std::int64_t> limit) {
  double sum = 0;
  for (std::size_t i = 0; i != limit.size(); ++i)
    if (r.part_weight[i] > limit[i])
      sum +=
          static_cast<double>(r.part_weight[i] - limit[i]) / static_cast<double>(std::max<std::int64_t>(1, limit[i]));
  return sum;
}

void finish_and_measure(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                        result& found) {
  const stopwatch time;
  finish(g, o, limit, seed, stop_check(o.run), found.part);
  measure(g, o, found);
  found.stats.finish_ms += time.ms();
}

}  // namespace

// Within relaxed limits on coarse levels and, if that ends above the limits, within exact ones. The core does not keep
// parts connected: if that is asked for, the second attempt is the host's, which does on all levels.
result divide_several(cpu_exec& exec, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                      core_calls& core) {
  const bool large = o.scheme == scheme::kway && g.vertices > enough_for_several(o);
  const auto divide_by = [&](bool by_core, coarse_limits coarse) {
    result found;
    found.part = by_core ? core.run_several(g, t.target, t.limit, seed, coarse)
                         : divide_several_weights(exec, g, o, t.limit, seed, coarse, stop_check(o.run));
    finish_and_measure(g, o, t.limit, seed, found);
    return found;
  };
  result best = divide_by(large, coarse_limits::relaxed);
  if (excess_of(best, t.limit) == 0) return best;
  result exact = divide_by(large && !o.contiguous, coarse_limits::exact);
  exact.stats.finish_ms += best.stats.finish_ms;
  return excess_of(exact, t.limit) < excess_of(best, t.limit) ? exact : best;
}

result improve_several(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                       const start_partition& start) {
  result found;
  found.part = start.part;
  finish_and_measure(g, o, limit, seed, found);
  return found;
}

}  // namespace amorph::partition
