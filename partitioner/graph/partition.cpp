// divide(): turns fractions into integer weights, chooses the backend, repeats attempts, and handles the cases that
// need no algorithm.
#include <algorithm>
#include <numeric>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/attempt.hpp"
#include "partitioner/graph/check_options.hpp"
#include "partitioner/graph/choose_backend.hpp"
#include "partitioner/graph/constraints/fixed_limits.hpp"
#include "partitioner/graph/constraints/nets.hpp"
#include "partitioner/graph/core_calls.hpp"
#include "partitioner/graph/core_weights.hpp"
#include "partitioner/graph/from_start.hpp"
#include "partitioner/graph/groups.hpp"
#include "partitioner/graph/multisection.hpp"

namespace amorph::partition {
namespace {

result keep_fixed(const graph& g, const options& o, const part_targets& t, std::uint64_t seed, backend where) {
  result r;
  r.part = divide_with_fixed(g, o, t.limit, seed, where, r.stats);
  measure(g, o, r);
  r.moved = count_moved(o, r.part);
  return r;
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

namespace {

// After the checks.
result divide_checked(cpu_exec& host, const graph& g, const options& o, const stopwatch& time) {
  const core_weights weights(host, g, o);
  const double check_ms = time.ms();
  const chosen_backend choice = choose_backend(host, g, o);
  // Each vertex gets a part of its own. On a machine of equal parts any may take any, so distances alone decide.
  const bool alone = g.vertices <= o.parts && o.parts != 1 && !has_fixed_or_groups(o);
  const bool placed = alone && !o.machine.empty() && o.target.empty();
  if (alone && !placed) return one_vertex_per_part(g, o);

  result best;
  if (o.parts == 1) {
    best.part.resize(g.vertices);
    best.stats.backend_name = "cpu";
    best.stats.threads = 1;
    measure(g, o, best);
    best.moved = count_moved(o, best.part);
    return best;
  }
  // If all vertex weights are 0, or each vertex has a part of its own, vertices are counted instead.
  graph weighed = weights.apply(g);
  options scaled = weights.apply(o);
  const bool counted = placed || (total_weight(host, g, o, 0) == 0 && o.constraints == 1);
  if (counted) weighed.vertex_weight = {};
  if (placed) scaled.imbalance.clear();  // a part holds one
  part_targets t = targets_of(o, total_weight(host, weighed, o, 0), 0);
  if (!o.fixed.empty() && core_keeps_fixed(o)) raise_limits_for_fixed(weighed, o, 0, t.limit);
  const part_targets targets = o.constraints == 1 ? t : targets_of(host, weighed, o);
  transaction_statistics matching, refinement;
  double finish_ms = 0;
  for (std::uint32_t i = 0; i != std::max(1U, o.attempts); ++i) {
    const std::uint64_t seed = o.seed + i * golden_ratio;
    core_calls core(weighed, scaled, choice.backend);
    result found = !o.machine.empty() ? map_to_machine(host, weighed, scaled, t, seed, choice.backend)
                   : has_fixed_or_groups(o) && !core_keeps_fixed(o)
                       ? keep_fixed(weighed, scaled, targets, seed, choice.backend)
                       : attempt(host, weighed, scaled, t, seed, core);
    if (!choice.remark.empty()) found.stats.remark = choice.remark;
    finish_ms += found.stats.finish_ms;
    matching += found.stats.matching;
    refinement += found.stats.refinement;
    if (i == 0 || better(found, best, scaled)) best = std::move(found);
  }
  best.stats.matching = matching;
  best.stats.refinement = refinement;
  if (counted || weights.differ()) measure(g, o, best);
  best.stats.check_ms = check_ms;
  best.stats.finish_ms = finish_ms;
  best.stats.ms = {time.ms()};
  best.stats.weighed = choice.weighed;
  return best;
}

// Vertices that stay together as one vertex.
result divide_contracted(cpu_exec& host, const graph& g, const options& o, const stopwatch& time) {
  const grouped_graph contracted = contract_together(g, o);
  options inside = o;
  inside.group = {};
  inside.fixed = contracted.fixed;
  result r = divide_checked(host, contracted.view(), inside, time);
  std::vector<std::uint32_t> part(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = r.part[contracted.map[v]];
  r.part = std::move(part);
  measure(g, o, r);
  return r;
}

}  // namespace

result divide(const graph& g, const options& o) {
  const stopwatch time;
  cpu_exec host(o.run.threads);
  check_options(host, g, o);
  return has_fixed_or_groups(o) && core_keeps_fixed(o) ? divide_contracted(host, g, o, time)
                                                       : divide_checked(host, g, o, time);
}

}  // namespace amorph::partition
