// K-way partition of the coarsest graph by recursive bisection, and its refinement.
//
// The targets of a bisection into p + q parts are the sums of the parts' targets. Its tolerance must leave slack for
// the bisections below it: if the limits sum to (1 + x) times the subgraph's weight and d levels of bisection follow, a
// tolerance of (1 + x)^(1/d) per level satisfies the limits (Schlag et al., "k-way hypergraph partitioning via n-level
// recursive bisection", 2016). We use the lower bound 1 + x / (d + (d-1) x), which needs integers only.
#include "partitioner/graph/initial/initial.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "amorph/kernels/random/hash.hpp"
#include "partitioner/graph/initial/bisections.hpp"
#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {
namespace initial {
namespace {

// Average degree above which a graph (such as a contracted social network) counts as dense: one attempt then takes
// longer than all other steps, and the refinement that follows makes further attempts unnecessary. Bisections of large
// ones see few edges of each vertex; of a graph that was not contracted they would miss what refinement cannot find.
constexpr std::size_t dense_degree = 64, degree_of_bisections = 16, many_arcs = 100000;

side_goal goal_of(const piece& p, span<const std::int64_t> target, span<const std::int64_t> limit) {
  const part_id left = p.parts / 2, right = p.parts - left;
  const std::array targets{sum(target, p.first, left), sum(target, p.first + left, right)};
  const std::array allowed{sum(limit, p.first, left), sum(limit, p.first + left, right)};
  const weight total = p.graph.total;
  side_goal goal;
  goal.middle = p.first + left;
  goal.target[0] = scaled(total, targets[0], std::max<weight>(1, targets[0] + targets[1]));
  goal.target[1] = total - goal.target[0];
  const weight slack = std::max<weight>(0, allowed[0] + allowed[1] - total);
  const weight depth = std::bit_width(p.parts - 1);
  for (unsigned s = 0; s != 2; ++s) {
    const weight share = scaled(goal.target[s], slack, std::max<weight>(1, depth * total + (depth - 1) * slack));
    // Never below the target, even after rounding or with limits that cannot be met.
    goal.limit[s] = std::max(goal.target[s] + (s == 0 ? 1 : 0), std::min(goal.target[s] + share, allowed[s]));
  }
  return goal;
}

struct candidate {
  weight excess = 0, cut = 0;
  std::vector<part_id> part;
};

// The edges that are among the `degree` heaviest of either end; a hash breaks ties. O(m) expected.
wide_graph heaviest_edges(cpu_exec& exec, const wide_graph& graph, std::size_t degree) {
  using key = std::pair<weight, std::uint64_t>;
  const auto key_of = [&](std::size_t v, std::uint64_t e) {
    const std::uint64_t u = graph.to[e];
    return key(graph.edge_weight[e], hash(std::min<std::uint64_t>(u, v) << 32 | std::max<std::uint64_t>(u, v)));
  };
  std::vector<key> lightest(graph.vertices(), key(0, 0));  // of the heaviest
  const auto for_each_kept = [&](std::size_t v, auto f) {
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e)
      if (const key k = key_of(v, e); k >= lightest[v] || k >= lightest[graph.to[e]]) f(e);
  };
  const auto for_each_vertex = [&](auto f) {
    exec.ranges(graph.vertices(), 16, [&](std::size_t first, std::size_t last, unsigned) {
      for (; first != last; ++first) f(first);
    });
  };
  for_each_vertex([&](std::size_t v) {
    thread_local std::vector<key> row;
    row.clear();
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) row.push_back(key_of(v, e));
    if (row.size() <= degree) return;
    const auto least = row.begin() + static_cast<std::ptrdiff_t>(degree - 1);
    std::nth_element(row.begin(), least, row.end(), std::greater<>());
    lightest[v] = *least;
  });
  wide_graph sparse;
  sparse.vertex_weight = graph.vertex_weight;
  sparse.fixed = graph.fixed;
  sparse.total = graph.total;
  sparse.begin.resize(graph.begin.size());
  for_each_vertex([&](std::size_t v) { for_each_kept(v, [&](std::uint64_t) { ++sparse.begin[v + 1]; }); });
  std::partial_sum(sparse.begin.begin(), sparse.begin.end(), sparse.begin.begin());
  sparse.to.resize(sparse.begin.back());
  sparse.edge_weight.resize(sparse.begin.back());
  for_each_vertex([&](std::size_t v) {
    std::uint64_t at = sparse.begin[v];
    for_each_kept(v, [&](std::uint64_t e) {
      sparse.to[at] = graph.to[e];
      sparse.edge_weight[at++] = graph.edge_weight[e];
    });
  });
  return sparse;
}

bool is_dense(const wide_graph& graph) { return graph.to.size() > dense_degree * graph.vertices(); }

weight cut_of(const wide_graph& graph, const std::vector<part_id>& part) {
  weight twice = 0;
  for (vertex v = 0; v != graph.vertices(); ++v)
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + std::size_t{1}]; ++e)
      twice += part[v] != part[graph.to[e]] ? graph.edge_weight[e] : 0;
  return twice / 2;
}

bool is_feasible(const wide_graph& graph, span<const std::int64_t> limit, const std::vector<part_id>& part) {
  std::vector<weight> left(limit.begin(), limit.end());
  std::vector<std::uint8_t> used(limit.size(), 0);
  for (vertex v = 0; v != graph.vertices(); ++v) {
    left[part[v]] -= graph.vertex_weight[v];
    used[part[v]] = 1;
  }
  return std::all_of(left.begin(), left.end(), [](weight w) { return w >= 0; }) &&
         std::all_of(used.begin(), used.end(), [](std::uint8_t u) { return u != 0; });
}

// The best of several partitions, each bisected, repaired and refined.
candidate best_partition(cpu_exec& exec, const wide_graph& graph, span<const std::int64_t> target,
                         span<const std::int64_t> limit, std::uint64_t seed, unsigned partitions, unsigned trials,
                         bool contracted, const stop_check& check_stop) {
  const bool dense = is_dense(graph), thins = dense && contracted && graph.to.size() > many_arcs;
  const bisection_order order{seed, trials, [&](const piece& p) { return goal_of(p, target, limit); }, check_stop};
  std::vector<std::vector<part_id>> part =
      bisect_recursively(exec, thins ? heaviest_edges(exec, graph, degree_of_bisections) : graph,
                         static_cast<part_id>(target.size()), partitions, order);
  std::vector<std::tuple<weight, weight, unsigned>> quality(partitions);  // excess, cut, number
  exec.ranges(partitions, 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t a = first; a != last; ++a) {
      if (dense && partitions == 1 && is_feasible(graph, limit, part[a])) {  // nothing to repair
        quality[a] = {0, cut_of(graph, part[a]), 0};
        continue;
      }
      kway_partition p(graph, {limit}, std::move(part[a]));
      const random_numbers random(derive(derive(seed, a), ~std::uint64_t{0}));
      fill_empty_parts(p);
      rebalance(p, check_stop);
      if (!dense) refine(p, {}, random, check_stop);
      rebalance(p, check_stop);
      quality[a] = {p.excess(), p.cut(), static_cast<unsigned>(a)};
      part[a] = p.take();
    }
  });
  const auto& [excess, cut, best] = *std::min_element(quality.begin(), quality.end());
  return {excess, cut, std::move(part[best])};
}

// Limits raised by the largest ratio of part weight to target. Parts with a vertex heavier than the target are ignored,
// because they cannot be balanced.
std::vector<weight> attainable_limits(const wide_graph& graph, span<const std::int64_t> target,
                                      span<const std::int64_t> limit, const std::vector<part_id>& part) {
  std::vector<weight> weights(target.size(), 0), heaviest(target.size(), 0), raised(limit.begin(), limit.end());
  for (vertex v = 0; v != graph.vertices(); ++v) {
    weights[part[v]] += graph.vertex_weight[v];
    heaviest[part[v]] = std::max(heaviest[part[v]], graph.vertex_weight[v]);
  }
  part_id worst = 0;
  double ratio = 1;
  for (part_id p = 0; p != weights.size(); ++p)
    if (weights[p] > limit[p] && heaviest[p] <= target[p])
      if (const double r = static_cast<double>(weights[p]) / static_cast<double>(target[p]); r > ratio)
        worst = p, ratio = r;
  if (ratio == 1) return raised;
  for (weight& l : raised) l = std::min(graph.total, scaled(l, weights[worst], target[worst]));
  return raised;
}

}  // namespace
}  // namespace initial

std::vector<std::uint32_t> initial_partition(cpu_exec& exec, const initial::wide_graph& graph,
                                             span<const std::int64_t> target, span<const std::int64_t> limits,
                                             std::uint64_t seed, unsigned attempts, const stop_check& check_stop,
                                             span<std::int64_t> raised) {
  using namespace initial;
  if (is_dense(graph)) attempts = 1;
  // Two trials per bisection improve the cut more than a second partition does, in less time.
  const unsigned trials = attempts > 1 ? 2 : 1, partitions = attempts > 1 ? (attempts + 1) / 2 : 1;
  // No part can exceed the total weight; the cap keeps sums of limits from overflowing.
  std::vector<weight> limit(limits.begin(), limits.end());
  for (weight& l : limit) l = std::min(l, graph.total);
  candidate best = best_partition(exec, graph, target, limit, seed, partitions, trials, raised.empty(), check_stop);
  if (raised.empty() || best.excess == 0) return std::move(best.part);
  // The weights do not fit the limits, and the attempt may have cost many edges: try again with raised limits.
  std::vector<weight> wider = attainable_limits(graph, target, limit, best.part);
  if (wider == limit) return std::move(best.part);
  candidate wide = best_partition(exec, graph, target, wider, seed, 1, trials, false, check_stop);
  if (wide.excess > best.excess || wide.cut > best.cut - best.cut / 10) return std::move(best.part);
  std::copy(wider.begin(), wider.end(), raised.begin());
  return std::move(wide.part);
}

}  // namespace amorph::partition
