// One attempt: the start, the core, the steps after it.
#include "partitioner/graph/attempt.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "partitioner/graph/constraints/shift.hpp"
#include "partitioner/graph/divide_several.hpp"
#include "partitioner/graph/finishing.hpp"
#include "partitioner/graph/from_start.hpp"
#include "partitioner/graph/initial/recursive.hpp"

namespace amorph::partition {
namespace {

// By the core for large pieces, within the limits of the whole if they leave more than METIS's default.
void divide_recursively(attempt_state& u) {
  const auto bisect_large = [&](const graph& piece, const std::array<std::int64_t, 2>& target,
                                const std::array<std::int64_t, 2>& limit, std::uint64_t key, unsigned threads) {
    std::vector<std::uint32_t> side;
    std::vector<std::int64_t> limits(limit.begin(), limit.end());
    u.core.run(piece, {target.data(), 2}, limits, key, threads, side);
    return side;
  };
  const bool shared =
      allowed_imbalance(u.o, 0) > minimum_imbalance(u.o) * (1 + 1e-6);  // tolerance for the conversion from float
  divide_recursively(u.host, u.g,
                     {u.target.target, shared ? span<const std::int64_t>(u.target.limit) : span<const std::int64_t>(),
                      minimum_imbalance(u.o), u.seed, u.check_stop, bisect_large, u.core.on_device()},
                     u.found.part);
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

// The start, moved within the limits; empty if there is none, or if it is not worth improving.
start_partition start_of(cpu_exec& host, const graph& g, const options& o, span<const std::int64_t> target,
                         span<const std::int64_t> limit) {
  start_partition start;
  if (o.start.empty()) return start;
  start = completed_start(g, o, target);
  if (start.part.empty() || !is_worth_improving(g, o, start, limit)) return {};
  if (o.constraints == 1) shifting(host, g, limit, start.part, start.weight, start.old_part, o.move_cost).relieve_all();
  return start;
}

result divide_one(attempt_state& u, const start_partition& start) {
  std::vector<std::int64_t> limit = u.target.limit;  // the core may raise them
  u.limit = limit;                                   // until the end of this call
  if (u.o.scheme == scheme::recursive) {
    divide_recursively(u);
  } else {
    if (u.core.on_device() && row_of(u.o.objective).of_edges() && u.o.machine.empty())
      u.figures.emplace(u.g.vertices, u.o.parts);
    u.core.run(u.g, u.target.target, limit, u.seed, u.o.run.threads, u.found.part, u.improves ? &start : nullptr,
               u.figures ? &*u.figures : nullptr);
  }
  finish_partition(u);
  return std::move(u.found);
}

result attempt_from(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                    core_calls& core, const start_partition& start) {
  attempt_state u{host, g, o, o, t, seed, core, !start.part.empty()};
  result found = o.constraints == 1 ? divide_one(u, start) : u.improves ? improve_several(u, start) : divide_several(u);
  found.moved = count_moved(o, found.part);
  statistics stats = core.stats();
  stats.steps = std::move(found.stats.steps);
  stats.finish_ms = found.stats.finish_ms;
  if (stats.levels == 0) {  // the core was not called
    stats.backend_name = "cpu";
    stats.threads = host.threads();
  }
  found.stats = std::move(stats);
  return found;
}

}  // namespace

// Around a part that was empty much has to move: a partition from scratch is made, too. It is kept if it costs less by
// a tenth, as more vertices leave their parts.
result attempt(cpu_exec& host, const graph& g, const options& o, const part_targets& one, std::uint64_t seed,
               core_calls& core) {
  const part_targets t = o.constraints == 1 ? one : targets_of(host, g, o);
  const start_partition start = start_of(host, g, o, one.target, t.limit);
  result improved = attempt_from(host, g, o, t, seed, core, start);
  if (start.part.empty() || start.empty_parts == 0) return improved;
  result other = attempt_from(host, g, o, t, seed, core, {});
  const bool both_fit = improved.balanced && other.balanced;
  const std::int64_t most = cost_of(improved, o) - cost_of(improved, o) / 10;
  result& best = (both_fit ? cost_of(other, o) < most : better(other, improved, o)) ? other : improved;
  best.stats.finish_ms = improved.stats.finish_ms + other.stats.finish_ms;
  return std::move(best);
}

}  // namespace amorph::partition
