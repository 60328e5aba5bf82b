// Attempts at a partition with several weights per vertex, of which the one nearest to the limits is kept.
#include "partitioner/graph/divide_several.hpp"

#include <algorithm>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/several_weights.hpp"
#include "partitioner/graph/searches.hpp"

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

// Whether the core's partition needs no repair: the searches of finish() near the boundaries are all that is left.
bool only_searches(const result& r, const options& o, span<const std::int64_t> limit) {
  if (o.scheme == scheme::recursive || o.contiguous || o.minimise_connections || !row_of(o.objective).of_edges())
    return false;
  if (excess_of(r, limit) != 0) return false;
  for (std::size_t p = 0; p != o.parts; ++p) {
    const auto first = r.part_weight.begin() + static_cast<std::ptrdiff_t>(p * o.constraints);
    if (std::all_of(first, first + o.constraints, [](std::int64_t w) { return w == 0; }))
      return false;  // perhaps empty
  }
  return true;
}

// `core`: if the partition is its own.
void finish_and_measure(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                        std::uint64_t seed, const core_calls* core, result& found) {
  const stopwatch time;
  measure(g, o, found);
  if (core != nullptr && is_finished(g, o, limit, found.part, *core)) return;
  if (only_searches(found, o, limit))
    refine_several_band(exec, g, o, limit, seed, stop_check(o.run), found.part);
  else
    finish(g, o, limit, seed, stop_check(o.run), found.part);
  measure(g, o, found);
  found.stats.finish_ms += time.ms();
}

}  // namespace

// Within relaxed limits on coarse levels and, if that ends above the limits, within exact ones. The core does not keep
// parts connected: if that is asked for, further attempts are the host's, which does on all levels; the first of
// these bisects in connected sides.
result divide_several(cpu_exec& exec, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                      core_calls& core) {
  const bool large = o.scheme == scheme::kway && g.vertices > enough_for_several(o);
  several_bisection bisect{[&](const graph& piece, span<const double> share, span<const std::int64_t> limits,
                               coarse_limits coarse, std::uint64_t key, unsigned threads) {
                             return core.bisect_several(piece, share, limits, coarse, key, threads);
                           },
                           core.on_device()};
  const auto divide_by = [&](bool by_core, coarse_limits coarse) {
    result found;
    found.part = by_core ? core.run_several(g, t.target, t.limit, seed, coarse)
                         : divide_several_weights(exec, g, o, t.limit, seed, coarse, stop_check(o.run), bisect);
    finish_and_measure(exec, g, o, t.limit, seed, by_core ? &core : nullptr, found);
    return found;
  };
  result best = divide_by(large, coarse_limits::relaxed);
  const auto try_again = [&] {
    if (excess_of(best, t.limit) == 0) return;
    result again = divide_by(large && !o.contiguous, coarse_limits::exact);
    again.stats.finish_ms += best.stats.finish_ms;
    if (excess_of(again, t.limit) < excess_of(best, t.limit)) best = std::move(again);
  };
  bisect.connected = o.contiguous;
  try_again();
  bisect.connected = false;
  if (o.contiguous) try_again();
  return best;
}

// Refinement moves single vertices, and may not find those that restore all weights at once.
result improve_several(cpu_exec& exec, const graph& g, const options& o, const options& from_scratch,
                       const part_targets& t, std::uint64_t seed, const start_partition& start, core_calls& core) {
  result found;
  found.part = core.run_several(g, t.target, t.limit, seed, coarse_limits::exact, &start);
  finish_and_measure(exec, g, o, t.limit, seed, &core, found);
  if (excess_of(found, t.limit) == 0) return found;
  const auto keep_better = [&](result other) {
    other.stats.finish_ms += found.stats.finish_ms;
    if (excess_of(other, t.limit) < excess_of(found, t.limit)) found = std::move(other);
  };
  result unchanged;  // by the core: the host's steps never add to the excess
  unchanged.part = start.part;
  finish_and_measure(exec, g, o, t.limit, seed, nullptr, unchanged);
  keep_better(std::move(unchanged));
  if (excess_of(found, t.limit) == 0) return found;
  result other = divide_several(exec, g, from_scratch, t, seed, core);
  keep_names(g, o, other.part);
  measure(g, o, other);
  keep_better(std::move(other));
  return found;
}

}  // namespace amorph::partition
