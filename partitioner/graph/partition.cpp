// divide(): turns fractions into integer weights, chooses the backend, repeats attempts, and handles the cases that
// need no algorithm.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/check_options.hpp"
#include "partitioner/graph/choose_backend.hpp"
#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/cycles.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/several_weights.hpp"
#include "partitioner/graph/constraints/shift.hpp"
#include "partitioner/graph/constraints/strays.hpp"
#include "partitioner/graph/constraints/volume.hpp"
#include "partitioner/graph/core_calls.hpp"
#include "partitioner/graph/core_weights.hpp"
#include "partitioner/graph/divide_several.hpp"
#include "partitioner/graph/from_start.hpp"
#include "partitioner/graph/initial/fill_empty_parts.hpp"
#include "partitioner/graph/initial/recursive.hpp"
#include "partitioner/graph/searches.hpp"
#include "solver/run/dispatch.hpp"

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

std::int64_t cost_of(const result& r, const options& o) {
  return (o.objective == objective::volume ? r.volume : r.cut) + cost_of_moves(o, r.part);
}
bool better(const result& a, const result& b, const options& o) {
  if (a.balanced != b.balanced) return a.balanced;
  if (!a.balanced && a.balance != b.balance) return a.balance < b.balance;
  return cost_of(a, o) != cost_of(b, o) ? cost_of(a, o) < cost_of(b, o) : a.balance < b.balance;
}

// The cut is not always near the volume: from scratch, a partition by the hypergraph of neighbourhoods is tried too.
// Its time and memory grow with the number of parts; in large graphs it takes four fifths of the time and gains little.
bool minimises_volume_apart(const graph& g, const options& o) {
  constexpr std::uint32_t most_parts = 128;
  return o.objective == objective::volume && o.constraints == 1 && o.start.empty() && o.preset != preset::fast &&
         o.parts <= most_parts && (o.preset == preset::quality || !is_large_for_searches(g));
}
void keep_smaller_volume(cpu_exec& host, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const core_calls& core, result& found) {
  result other;
  other.part = divide_for_volume(g, o, limit, seed, core.on_device() ? backend::cuda : backend::cpu);
  if (other.part.empty()) return;
  fill_empty_parts(host, g, limit, other.part);
  finish(g, o, limit, seed, stop_check(o.run), other.part);
  measure(g, o, other);
  if (better(other, found, o)) found = std::move(other);
}

// Contiguous parts: if joining the pieces of some would cost too much of the cut, the core leaves them to the host,
// whose repair may cost far more, as on road maps. Whether it has put a part above its limit, or cost a tenth of the
// cut, in a graph with locality: around hubs all parts are adjacent, and connected sides do not help.
bool is_spoilt(cpu_exec& host, const graph& g, const result& found, const result& in_pieces) {
  constexpr double most_skew = 3;
  return (!found.balanced || found.cut > in_pieces.cut + in_pieces.cut / 10) && skew_of(host, g) < most_skew;
}

// Keeps a partition that is contiguous on all levels if that is better.
void keep_better_contiguous(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                            result& found) {
  result other;
  other.part = divide_contiguous(host, g, o, t.limit, seed, stop_check(o.run));
  fill_empty_parts(host, g, t.limit, other.part);
  finish(g, o, t.limit, seed, stop_check(o.run), other.part);
  measure(g, o, other);
  if (better(other, found, o)) found = std::move(other);
}

struct attempt {
  result found;
  bool filled_empty_parts = false;  // of a start, which was improved
};

// One attempt, from the start that the options give or `from_scratch`.
attempt divide_from(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                    core_calls& core, bool from_scratch) {
  result found;
  const stop_check check_stop(o.run);
  const part_targets all = o.constraints == 1 ? t : targets_of(host, g, o);
  std::vector<std::int64_t> limit = all.limit;
  start_partition start;
  if (!o.start.empty() && !from_scratch) start = completed_start(g, o, t.target);
  const bool improves = !start.part.empty() && is_worth_improving(g, o, start, all.limit);
  if (improves && o.constraints == 1)
    shifting(host, g, limit, start.part, start.weight, start.home, o.move_cost).relieve_all();
  options without_start = o;
  without_start.start = {};
  without_start.move_cost = {};
  if (o.constraints > 1)
    found = improves ? improve_several(host, g, o, without_start, all, seed, start, core)
                     : divide_several(host, g, without_start, all, seed, core);
  else if (o.scheme == scheme::recursive)
    divide_recursively(host, g, o, t, seed, core, found.part);
  else
    core.run(g, t.target, limit, seed, o.run.threads, found.part, improves ? &start : nullptr);
  result in_pieces;
  if (o.contiguous && o.constraints == 1 && o.scheme == scheme::kway && !improves && core.strays() != 0) {
    in_pieces.part = found.part;
    measure(g, o, in_pieces);
  }
  const stopwatch finishing;
  if (!o.start.empty() && !improves) keep_names(g, o, found.part);
  if (o.constraints == 1) {
    const bool finished = is_finished(g, o, limit, found.part, core);
    fill_empty_parts(host, g, limit, found.part);
    if (has_demands(o) && !finished) {
      finish_searches(host, g, o, limit, seed, found.part);
    } else if (!has_demands(o)) {
      if (o.preset == preset::quality) {
        refine_band(host, g, o, limit, seed, check_stop, found.part);
        another_partition another;
        if (o.start.empty() && o.scheme == scheme::kway)
          another = [&](std::uint64_t key) {
            std::vector<std::uint32_t> other;
            std::vector<std::int64_t> limits = t.limit;
            core.run(g, t.target, limits, key, o.run.threads, other);
            fill_empty_parts(host, g, limits, other);
            return other;
          };
        refine_in_cycles(host, g, o, limit, seed, check_stop, another, found.part);
      } else if (o.parts == 2 && o.preset == preset::standard && !improves && !is_large_for_searches(g)) {
        refine_bisection_band(host, g, o, limit, seed, check_stop, found.part);
      }
      // Components take as long to find as the improvement itself; few moves make few new ones.
      if (!improves || o.preset == preset::quality) join_strays(host, g, o, limit, seed, check_stop, found.part);
    }
  }
  measure(g, o, found);
  if (!in_pieces.part.empty() && is_spoilt(host, g, found, in_pieces))
    keep_better_contiguous(host, g, o, t, seed, found);
  if (minimises_volume_apart(g, o)) keep_smaller_volume(host, g, o, limit, seed, core, found);
  found.moved = count_moved(o, found.part);
  const double finish_ms = found.stats.finish_ms + finishing.ms();
  found.stats = core.stats();
  found.stats.finish_ms = finish_ms;
  if (found.stats.levels == 0) {  // the core was not called
    found.stats.backend_name = "cpu";
    found.stats.threads = host.threads();
  }
  return {std::move(found), improves && start.empty_parts != 0};
}

// Around a part that was empty much has to move: a partition from scratch is made, too. It is kept if it costs less by
// a tenth, as more vertices leave their parts.
result divide_once(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                   core_calls& core) {
  attempt first = divide_from(host, g, o, t, seed, core, false);
  if (!first.filled_empty_parts) return std::move(first.found);
  result improved = std::move(first.found), other = divide_from(host, g, o, t, seed, core, true).found;
  const bool both_fit = improved.balanced && other.balanced;
  const std::int64_t most = cost_of(improved, o) - cost_of(improved, o) / 10;
  result& best = (both_fit ? cost_of(other, o) < most : better(other, improved, o)) ? other : improved;
  best.stats.finish_ms = improved.stats.finish_ms + other.stats.finish_ms;
  return std::move(best);
}

}  // namespace

// The heaviest vertices in the parts with the largest targets.
result one_vertex_per_part(const graph& g, const options& o) {
  const auto descending = [](std::size_t count, auto key) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) > key(b); });
    return order;
  };
  const std::size_t c = o.constraints;
  const auto parts = o.target.empty() ? descending(g.vertices, [](auto) { return 0; })  // the first parts
                                      : descending(o.parts, [&](std::uint32_t p) { return o.target[p * c]; });
  const auto vertices =
      descending(g.vertices, [&](std::uint32_t v) { return g.vertex_weight.empty() ? 1 : g.vertex_weight[v * c]; });
  result r;
  r.part.resize(g.vertices);
  for (std::size_t i = 0; i != vertices.size(); ++i) r.part[vertices[i]] = parts[i];
  measure(g, o, r);
  r.stats.backend_name = "cpu";
  r.stats.threads = 1;
  r.moved = count_moved(o, r.part);
  return r;
}

result divide(const graph& g, const options& o) {
  const stopwatch time;
  cpu_exec host(o.run.threads);
  check_options(host, g, o);
  const core_weights weights(host, g, o);
  const double check_ms = time.ms();
  const chosen_backend choice = choose_backend(host, g, o);
  if (g.vertices <= o.parts && o.parts != 1) return one_vertex_per_part(g, o);

  result best;
  if (o.parts == 1) {
    best.part.resize(g.vertices);
    best.stats.backend_name = "cpu";
    best.stats.threads = 1;
    measure(g, o, best);
    best.moved = count_moved(o, best.part);
    return best;
  }
  // If all vertex weights are 0, vertices are counted instead.
  graph weighed = weights.apply(g);
  const options scaled = weights.apply(o);
  const bool weightless = total_weight(host, g, o, 0) == 0 && o.constraints == 1;
  if (weightless) weighed.vertex_weight = {};
  const part_targets t = targets_of(o, total_weight(host, weighed, o, 0), 0);
  transaction_statistics matching, refinement;
  double finish_ms = 0;
  for (std::uint32_t i = 0; i != std::max(1U, o.attempts); ++i) {
    core_calls core(weighed, scaled, choice.backend);
    result found = divide_once(host, weighed, scaled, t, o.seed + i * golden_ratio, core);
    if (!choice.remark.empty()) found.stats.remark = choice.remark;
    finish_ms += found.stats.finish_ms;
    matching += found.stats.matching;
    refinement += found.stats.refinement;
    if (i == 0 || better(found, best, scaled)) best = std::move(found);
  }
  best.stats.matching = matching;
  best.stats.refinement = refinement;
  if (weightless || weights.differ()) measure(g, o, best);
  best.stats.check_ms = check_ms;
  best.stats.finish_ms = finish_ms;
  best.stats.ms = {time.ms()};
  best.stats.weighed = choice.weighed;
  return best;
}

}  // namespace amorph::partition
