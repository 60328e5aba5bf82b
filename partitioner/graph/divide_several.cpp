// Attempts at a partition with several weights per vertex, of which the one nearest to the limits is kept.
#include "partitioner/graph/divide_several.hpp"

#include <algorithm>
#include <utility>

#include "partitioner/graph/constraints/several_weights.hpp"

namespace amorph::partition {
namespace {

// The largest weight above a limit, relative to the limit.
double excess_of(const result& r, span<const std::int64_t> limit) {
  double most = 0;
  for (std::size_t i = 0; i != limit.size(); ++i)
    most = std::max(most, static_cast<double>(r.part_weight[i] - limit[i]) /
                              static_cast<double>(std::max<std::int64_t>(1, limit[i])));
  return most;
}

void keep_nearer(result& best, result other, span<const std::int64_t> limit) {
  const double ms = best.stats.finish_ms + other.stats.finish_ms;
  if (excess_of(other, limit) < excess_of(best, limit)) best = std::move(other);
  best.stats.finish_ms = ms;
}

}  // namespace

// Within relaxed limits on coarse levels and, if that ends above the limits, within exact ones. The core does not keep
// parts connected: if that is asked for, further attempts are the host's, which does on all levels; the first of
// these bisects in connected sides.
result divide_several(const attempt_state& asked) {
  options o = asked.o;
  o.start = {};
  o.move_cost = {};
  const part_targets& t = asked.target;
  core_calls& core = asked.core;
  const bool large = o.scheme == scheme::kway && asked.g.vertices > enough_for_several(o);
  several_bisection bisect{[&](const graph& piece, span<const double> share, span<const std::int64_t> limits,
                               coarse_limits coarse, std::uint64_t key, unsigned threads) {
                             return core.bisect_several(piece, share, limits, coarse, key, threads);
                           },
                           core.on_device()};
  const auto divide_by = [&](bool by_core, coarse_limits coarse) {
    attempt_state u{asked.host, asked.g, asked.asked, o, t, asked.seed, core, false, t.limit, by_core};
    u.found.part = by_core ? core.run_several(u.g, t.target, t.limit, u.seed, coarse)
                           : divide_several_weights(u.host, u.g, o, t.limit, u.seed, coarse, u.check_stop, bisect);
    finish_partition(u);
    return std::move(u.found);
  };
  result best = divide_by(large, coarse_limits::relaxed);
  const auto try_again = [&] {
    if (excess_of(best, t.limit) != 0)
      keep_nearer(best, divide_by(large && !o.contiguous, coarse_limits::exact), t.limit);
  };
  bisect.connected = o.contiguous;
  try_again();
  bisect.connected = false;
  if (o.contiguous) try_again();
  return best;
}

// Refinement moves single vertices, and may not find those that restore all weights at once.
result improve_several(attempt_state u, const start_partition& start) {
  const part_targets& t = u.target;
  u.limit = t.limit;
  attempt_state unchanged = u;  // by the core: the host's steps never add to the excess
  u.found.part = u.core.run_several(u.g, t.target, t.limit, u.seed, coarse_limits::exact, &start);
  finish_partition(u);
  if (excess_of(u.found, t.limit) == 0) return std::move(u.found);
  unchanged.by_core = false;
  unchanged.found.part = start.part;
  finish_partition(unchanged);
  keep_nearer(u.found, std::move(unchanged.found), t.limit);
  if (excess_of(u.found, t.limit) != 0) keep_nearer(u.found, divide_several(u), t.limit);
  return std::move(u.found);
}

}  // namespace amorph::partition
