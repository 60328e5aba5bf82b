// What divide() refuses: contradictory options, too many parts for the memory, too many edges.
#include "partitioner/graph/check_options.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/graph/from_start.hpp"

namespace amorph::partition {

namespace {

void check_machine(cpu_exec& exec, const graph& g, const options& o) {
  const machine& m = o.machine;
  if (m.empty() != (o.objective != objective::mapping))
    refuse("a hierarchy and the objective 'map' are given together or not at all");
  if (m.empty()) return;
  const std::uint32_t cores = cores_of(m.hierarchy);
  if (cores == 0) refuse("hierarchy: expected group sizes of 1 or more, and at most 2^28 parts in all");
  if (cores != o.parts)
    refuse("hierarchy: expected " + std::to_string(o.parts) + " parts, found " + std::to_string(cores));
  if (m.distances.size() != m.hierarchy.size())
    refuse("distances: expected one for each of " + std::to_string(m.hierarchy.size()) + " levels, found " +
           std::to_string(m.distances.size()));
  for (const std::int32_t d : m.distances)
    if (d < 0) refuse("distances: expected 0 or more, found " + std::to_string(d));
  if (o.constraints != 1) refuse("a hierarchy supports one weight per vertex, found " + std::to_string(o.constraints));
  if (o.scheme == scheme::recursive) refuse("a hierarchy needs k-way partitioning");
  if (!o.start.empty()) refuse("a hierarchy does not support a partition to improve");
  if (o.contiguous || o.minimise_connections)
    refuse("a hierarchy supports neither connected parts nor few connections");
  const std::int64_t most = *std::max_element(m.distances.begin(), m.distances.end());
  std::int64_t sum = static_cast<std::int64_t>(g.to.size());
  const auto weight = [&](std::size_t e) { return std::int64_t{g.edge_weight[e]}; };
  if (!g.edge_weight.empty()) reduce_into<std::int64_t>(exec, g.to.size(), weight, &sum, 0);
  if (most != 0 && sum > std::numeric_limits<std::int64_t>::max() / most)
    refuse("distances: the largest possible communication cost exceeds 2^63 - 1");
}

void check_fixed_and_groups(const graph& g, const options& o) {
  if (!has_fixed_or_groups(o)) return;
  if (!o.fixed.empty() && o.fixed.size() != g.vertices) refuse("expected the fixed part or -1 for each vertex");
  if (!o.group.empty() && o.group.size() != g.vertices) refuse("expected a group or -1 for each vertex");
  if (o.scheme == scheme::recursive) refuse("fixed vertices and groups need k-way partitioning");
  if (o.contiguous || o.minimise_connections)
    refuse("fixed vertices and groups support neither connected parts nor few connections");
  if (o.match_by == synchronisation::transactions || o.refine_by == synchronisation::transactions)
    refuse("transactions (stm) support neither fixed vertices nor groups");
  for (std::size_t v = 0; v != o.fixed.size(); ++v)
    if (const std::int32_t p = o.fixed[v]; p < -1 || p >= static_cast<std::int64_t>(o.parts))
      refuse("vertex " + std::to_string(v) + " is fixed in part " + std::to_string(p) + " of " +
             std::to_string(o.parts));
  std::unordered_map<std::int32_t, std::int32_t> part_of;
  std::unordered_map<std::int32_t, std::vector<std::int64_t>> weight_of;
  for (std::size_t v = 0; v != o.group.size(); ++v) {
    if (o.group[v] < -1) refuse("vertex " + std::to_string(v) + " is in group " + std::to_string(o.group[v]));
    if (o.group[v] == -1) continue;
    std::vector<std::int64_t>& sum = weight_of[o.group[v]];
    sum.resize(o.constraints, 0);
    for (std::size_t c = 0; c != o.constraints; ++c)
      if ((sum[c] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v * o.constraints + c]) >
          std::numeric_limits<std::int32_t>::max())
        refuse("the group of vertex " + std::to_string(v) + " weighs more than " +
               std::to_string(std::numeric_limits<std::int32_t>::max()));
    if (o.fixed.empty() || o.fixed[v] == -1) continue;
    if (const std::int32_t p = part_of.try_emplace(o.group[v], o.fixed[v]).first->second; p != o.fixed[v])
      refuse("vertex " + std::to_string(v) + " is fixed in part " + std::to_string(o.fixed[v]) +
             ", another vertex of its group in part " + std::to_string(p));
  }
}

}  // namespace

void check_options(cpu_exec& exec, const graph& g, const options& o) {
  check_machine(exec, g, o);
  if (o.parts == 0) refuse("expected 1 part or more");
  if (o.constraints == 0) refuse("expected 1 constraint or more");
  if (!o.target.empty() && o.target.size() != std::size_t{o.parts} * o.constraints)
    refuse("expected " + std::to_string(std::size_t{o.parts} * o.constraints) + " target weights, found " +
           std::to_string(o.target.size()));
  for (const float t : o.target)
    if (!(t > 0)) refuse("expected target weights above 0, found " + std::to_string(t));
  for (std::uint32_t c = 0; c != o.constraints && !o.target.empty(); ++c) {
    double sum = 0;
    for (std::size_t i = c; i < o.target.size(); i += o.constraints) sum += o.target[i];
    if (!(std::abs(sum - 1) < 0.01)) refuse("expected target weights that add up to 1, found " + std::to_string(sum));
  }
  if (!o.imbalance.empty() && o.imbalance.size() != o.constraints)
    refuse("expected " + std::to_string(o.constraints) + " imbalances, found " + std::to_string(o.imbalance.size()));
  for (const float i : o.imbalance)
    if (!(i >= 1)) refuse("expected an imbalance of 1 or more, found " + std::to_string(i));
  if (o.constraints > 1 &&
      (o.match_by == synchronisation::transactions || o.refine_by == synchronisation::transactions))
    refuse("transactions (stm) support one weight per vertex, found " + std::to_string(o.constraints));
  check_fixed_and_groups(g, o);
  check_start(g, o);
  // Per-part arrays on the host, whatever the graph: targets, limits, weights (twice), visited flags.
  const std::uint64_t limit = o.run.memory_limit != 0 ? o.run.memory_limit : exec.memory().limit();
  const std::uint64_t bytes = o.parts * (std::uint64_t{o.constraints} * 4 * sizeof(std::int64_t) + sizeof(o.parts));
  if (bytes > limit)
    throw error(status::out_of_memory, "out of memory: " + std::to_string(o.parts) + " parts take " + byte_text(bytes) +
                                           ", limit " + byte_text(limit));
  // The core sums weights of at least 1 in 32 bits.
  const std::uint64_t edges = g.to.size() / 2 + o.move_cost.size();
  if (edges > std::numeric_limits<std::int32_t>::max())
    refuse("expected at most " + std::to_string(std::numeric_limits<std::int32_t>::max()) +
           " edges (and costs of moves), found " + std::to_string(edges));
}

}  // namespace amorph::partition
