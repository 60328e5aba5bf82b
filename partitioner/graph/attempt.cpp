// One attempt: the start, the core, the steps after it.
#include "partitioner/graph/attempt.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/graph/constraints/shift.hpp"
#include "partitioner/graph/divide_several.hpp"
#include "partitioner/graph/finishing.hpp"
#include "partitioner/graph/from_start.hpp"
#include "partitioner/graph/initial/recursive.hpp"

namespace amorph::partition {
namespace {

void divide_recursively(cpu_exec& exec, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                        core_calls& core, std::vector<std::uint32_t>& part) {
  const auto bisect_large = [&](const graph& piece, const std::array<std::int64_t, 2>& target,
                                const std::array<std::int64_t, 2>& limit, std::uint64_t key, unsigned threads) {
    std::vector<std::uint32_t> side;
    std::vector<std::int64_t> limits(limit.begin(), limit.end());
    core.run(piece, {target.data(), 2}, limits, key, threads, side);
    return side;
  };
  const bool shared =
      allowed_imbalance(o, 0) > minimum_imbalance(o) * (1 + 1e-6);  // tolerance for the conversion from float
  divide_recursively(exec, g,
                     {t.target, shared ? span<const std::int64_t>(t.limit) : span<const std::int64_t>(),
                      minimum_imbalance(o), seed, stop_check(o.run), bisect_large, core.on_device()},
                     part);
}

std::int64_t cost_of_moves(const options& o, const std::vector<std::uint32_t>& part) {
  std::int64_t sum = 0;
  for (std::size_t v = 0; v != o.move_cost.size(); ++v)
    if (o.start[v] != -1 && static_cast<std::uint32_t>(o.start[v]) != part[v]) sum += o.move_cost[v];
  return sum;
}

std::int64_t cost_of(const result& r, const options& o) { return r.cost + cost_of_moves(o, r.part); }
}  // namespace

bool better(const result& a, const result& b, const options& o) {
  if (a.balanced != b.balanced) return a.balanced;
  if (!a.balanced && a.balance != b.balance) return a.balance < b.balance;
  return cost_of(a, o) != cost_of(b, o) ? cost_of(a, o) < cost_of(b, o) : a.balance < b.balance;
}

namespace {

struct outcome {
  result found;
  bool filled_empty_parts = false;  // of a start, which was improved
};

// The start, moved within the limits; empty if there is none, or if it is not worth improving.
start_partition start_of(cpu_exec& host, const graph& g, const options& o, const part_targets& t,
                         span<const std::int64_t> limit) {
  start_partition start;
  if (o.start.empty()) return start;
  start = completed_start(g, o, t.target);
  if (start.part.empty() || !is_worth_improving(g, o, start, limit)) return {};
  if (o.constraints == 1) shifting(host, g, limit, start.part, start.weight, start.home, o.move_cost).relieve_all();
  return start;
}

outcome attempt_from(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                     core_calls& core, bool from_scratch) {
  const part_targets all = o.constraints == 1 ? t : targets_of(host, g, o);
  std::vector<std::int64_t> limit = all.limit;
  const start_partition start = from_scratch ? start_partition() : start_of(host, g, o, t, all.limit);
  const bool improves = !start.part.empty();
  options without_start = o;
  without_start.start = {};
  without_start.move_cost = {};
  result found;
  if (o.constraints > 1)
    found = improves ? improve_several(host, g, o, without_start, all, seed, start, core)
                     : divide_several(host, g, without_start, all, seed, core);
  else if (o.scheme == scheme::recursive)
    divide_recursively(host, g, o, t, seed, core, found.part);
  else
    core.run(g, t.target, limit, seed, o.run.threads, found.part, improves ? &start : nullptr);

  attempt_state u{host, g, o, t, limit, seed, core, stop_check(o.run), improves};
  if (o.contiguous && o.constraints == 1 && o.scheme == scheme::kway && !improves && core.strays() != 0) {
    u.disconnected.part = found.part;
    measure(g, o, u.disconnected);
  }
  u.found = std::move(found);
  const double several_ms = u.found.stats.finish_ms;
  const stopwatch finishing;
  finish_partition(u);
  u.found.moved = count_moved(o, u.found.part);
  std::vector<step_time> steps = std::move(u.found.stats.steps);
  u.found.stats = core.stats();
  u.found.stats.steps = std::move(steps);
  u.found.stats.finish_ms = several_ms + finishing.ms();
  if (u.found.stats.levels == 0) {  // the core was not called
    u.found.stats.backend_name = "cpu";
    u.found.stats.threads = host.threads();
  }
  return {std::move(u.found), improves && start.empty_parts != 0};
}

}  // namespace

// Around a part that was empty much has to move: a partition from scratch is made, too. It is kept if it costs less by
// a tenth, as more vertices leave their parts.
result attempt(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
               core_calls& core) {
  outcome first = attempt_from(host, g, o, t, seed, core, false);
  if (!first.filled_empty_parts) return std::move(first.found);
  result improved = std::move(first.found), other = attempt_from(host, g, o, t, seed, core, true).found;
  const bool both_fit = improved.balanced && other.balanced;
  const std::int64_t most = cost_of(improved, o) - cost_of(improved, o) / 10;
  result& best = (both_fit ? cost_of(other, o) < most : better(other, improved, o)) ? other : improved;
  best.stats.finish_ms = improved.stats.finish_ms + other.stats.finish_ms;
  return std::move(best);
}

}  // namespace amorph::partition
