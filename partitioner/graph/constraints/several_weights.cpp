// Multilevel partitioning with several weights per vertex (Karypis and Kumar, "Multilevel algorithms for
// multi-constraint graph partitioning", 1998): coarsen, bisect the coarsest graph recursively, project and refine.
#include "partitioner/graph/constraints/several_weights.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "partitioner/common/targets.hpp"
#include "partitioner/graph/constraints/contiguity.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/first_bisections.hpp"
#include "partitioner/graph/constraints/fm_several.hpp"
#include "partitioner/graph/initial/bisections.hpp"
#include "partitioner/graph/initial/levels.hpp"

namespace amorph::partition {
namespace {

using namespace initial;

constexpr vertex coarsest_bisection = 120;  // vertices of the coarsest graph of a bisection
constexpr unsigned bisection_trials = 12;   // on that graph
constexpr unsigned coarsest_trials = 2;     // k-way partitions of the coarsest graph
constexpr double regional = 0.75;           // part of the differences between weights that coarsening leaves

// Of the local searches of a level.
search_effort effort_on_level(const options& o) {
  return {.rounds = std::clamp(o.refinement / 3, 1U, 10U), .patience = effort_of(o).patience_several};
}

// A refined partition, and how good it is.
struct refined {
  std::vector<part_id> part;
  weight excess = 0, cost = 0;
};
bool better(const refined& a, const refined& b) { return std::pair(a.excess, a.cost) < std::pair(b.excess, b.cost); }

refined refine_within(const wide_graph& g, span<const std::int64_t> limit, std::vector<part_id> part,
                      const search_effort& effort, const random_numbers& random, const stop_check& check_stop,
                      bool contiguous) {
  const std::vector<weight> scales = constraint_scales(g);
  kway_rules rules{limit, scales};
  rules.contiguous = contiguous;
  kway_partition p(g, rules, std::move(part));
  if (contiguous) connect_parts(p);
  rebalance(p, check_stop, false);
  push_excess(p);
  refine(p, effort, random, check_stop);
  if (p.excess() != 0) rebalance(p, check_stop, false);
  return {p.take(), p.excess(), p.cost()};
}

constexpr unsigned passes = 8;  // of refinement of a bisection

refined refine_sides(const wide_graph& g, span<const std::int64_t> limit, std::vector<part_id> side, bool exact,
                     const stop_check& check_stop) {
  const std::vector<weight> scales = constraint_scales(g);
  refine_bisection(g, limit, scales, passes, check_stop, side);
  kway_partition p(g, {limit, scales}, std::move(side));
  if (exact && p.excess() != 0) rebalance(p, check_stop);
  return {p.take(), p.excess(), p.cost()};
}

// As difference_of_weights.
template <class Weights>
double difference(std::size_t vertices, const std::vector<weight>& total, const Weights& weights) {
  const std::size_t constraints = total.size();
  double sum = 0;
  for (std::size_t v = 0; v != vertices; ++v) {
    double low = 1, high = 0;
    for (std::size_t c = 0; c != constraints; ++c) {
      const auto w = static_cast<double>(weights[v * constraints + c]);
      const double share = w / static_cast<double>(std::max<weight>(1, total[c]));
      low = std::min(low, share);
      high = std::max(high, share);
    }
    sum += high - low;
  }
  return sum;
}

bool exact_on_coarse_levels(const wide_graph& finest, const wide_graph& coarsest, coarse_limits coarse) {
  return coarse == coarse_limits::exact ||
         limits_of_coarse_levels(difference_of_weights(finest), difference_of_weights(coarsest)) ==
             coarse_limits::exact;
}

// The share of each constraint that side 0 of a piece should receive, and the limits of both sides.
struct sides {
  std::vector<double> share;
  std::vector<std::int64_t> limit;
};

sides sides_of(const piece& p, const options& o, span<const std::int64_t> limit) {
  const std::uint32_t constraints = o.constraints;
  const part_id half = p.parts / 2, depth = static_cast<part_id>(std::bit_width(p.parts - 1));
  const std::vector<weight> total = totals(p.graph);
  sides s{std::vector<double>(constraints, 0), std::vector<std::int64_t>(std::size_t{2} * constraints)};
  for (std::uint32_t c = 0; c != constraints; ++c) {
    std::array<double, 2> target{0, 0}, allowed{0, 0};
    for (part_id q = 0; q != p.parts; ++q) {
      const unsigned side = q < half ? 0 : 1;
      target[side] += target_share(o, p.first + q, c);
      allowed[side] += static_cast<double>(limit[std::size_t{p.first + q} * constraints + c]);
    }
    s.share[c] = target[0] / (target[0] + target[1]);
    const auto all = static_cast<double>(total[c]);
    const double slack = std::max(0.0, allowed[0] + allowed[1] - all);
    for (unsigned side = 0; side != 2; ++side) {
      const double goal = (side == 0 ? s.share[c] : 1 - s.share[c]) * all;
      const double extra = all == 0 ? 0 : goal * slack / (depth * all + (depth - 1) * slack);
      s.limit[side * constraints + c] = static_cast<std::int64_t>(goal + std::max(1.0, extra));
    }
  }
  return s;
}

std::vector<std::uint8_t> bisect_several(const piece& p, const options& o, const sides& s, std::uint64_t key,
                                         coarse_limits coarse, bool connected, const stop_check& check_stop) {
  const bool final = o.scheme == scheme::recursive;
  random_numbers random(key);
  bisect_scratch scratch;
  std::vector<host_level> levels = coarsened(p.graph, coarsest_bisection, random, scratch, check_stop);
  const auto graph = [&]() -> const wide_graph& { return levels.empty() ? p.graph : levels.back().graph; };
  const bool exact = exact_on_coarse_levels(p.graph, graph(), coarse);
  const auto refine_level = [&](std::vector<part_id> side) {
    const bool last = final && levels.empty();
    if (connected)
      return refine_within(graph(), level_limits(graph(), s.limit, exact), std::move(side), effort_on_level(o), random,
                           check_stop, true);
    return refine_sides(graph(), level_limits(graph(), s.limit, last || exact), std::move(side), last, check_stop);
  };
  refined best;
  for (unsigned trial = 0; trial != (connected ? 2 : 1) * bisection_trials; ++trial) {
    refined found = refine_level(connected        ? connected_bisection(graph(), s.share, trial % 2 == 0, random)
                                 : trial % 2 == 0 ? grown_bisection(graph(), s.share, trial, random)
                                                  : random_bisection(graph(), s.share, random));
    if (trial == 0 || better(found, best)) best = std::move(found);
  }
  while (!levels.empty()) {
    std::vector<part_id> side = projected(levels.back().map, best.part);
    levels.pop_back();
    best = refine_level(std::move(side));
  }
  return {best.part.begin(), best.part.end()};
}

bool is_within(const wide_graph& g, span<const std::int64_t> limit, const std::vector<part_id>& part) {
  std::vector<weight> sum(limit.size(), 0);
  for (vertex v = 0; v != part.size(); ++v)
    for (std::uint32_t c = 0; c != g.constraints; ++c) sum[std::size_t{part[v]} * g.constraints + c] += g.weights(v)[c];
  return std::equal(sum.begin(), sum.end(), limit.begin(), std::less_equal<>());
}

// The core on a large piece, then the host's refinement of the sides.
std::vector<std::uint8_t> bisect_by_core(const piece& p, const sides& s, const several_bisection& by_core,
                                         coarse_limits coarse, std::uint64_t key, unsigned threads,
                                         const stop_check& check_stop) {
  std::vector<part_id> side = by_core.bisect(narrow_graph(p.graph).view(), s.share, s.limit, coarse, key, threads);
  const std::vector<weight> scales = constraint_scales(p.graph);
  refine_bisection(p.graph, s.limit, scales, passes, check_stop, side);
  if (!is_within(p.graph, s.limit, side)) {
    kway_partition above(p.graph, {s.limit, scales}, std::move(side));
    rebalance(above, check_stop);
    side = above.take();
  }
  return {side.begin(), side.end()};
}

std::vector<part_id> bisect_all(cpu_exec& exec, const wide_graph& g, const options& o, span<const std::int64_t> limit,
                                std::uint64_t seed, coarse_limits coarse, bool connected, const stop_check& check_stop,
                                const several_bisection& by_core = {}) {
  bisection_order order{};
  order.seed = seed;
  order.trials = 1;
  order.goal = [](const piece&) { return side_goal{}; };
  order.check_stop = check_stop;
  order.fill_sides = true;
  order.large = 0;  // every piece is bisected below
  order.bisect_large = [&](const piece& p, const side_goal&, std::uint64_t key, unsigned threads) {
    if (by_core.bisect && p.graph.vertices() > several_large_piece)
      return bisect_by_core(p, sides_of(p, o, limit), by_core, coarse, key, threads, check_stop);
    return bisect_several(p, o, sides_of(p, o, limit), key, coarse, connected, check_stop);
  };
  return std::move(bisect_recursively(exec, g, o.parts, 1, order)[0]);
}

// The graph is small: the best of several partitions.
refined divide_small(cpu_exec& exec, const wide_graph& g, const options& o, span<const std::int64_t> limit,
                     std::uint64_t seed, coarse_limits coarse, bool connected, const random_numbers& random,
                     const stop_check& check_stop) {
  const std::vector<std::int64_t> limits = level_limits(g, limit, coarse == coarse_limits::exact);
  refined best;
  for (unsigned trial = 0; trial < coarsest_trials * (connected && best.excess != 0 ? 2 : 1); ++trial) {
    refined found =
        refine_within(g, limits, bisect_all(exec, g, o, limit, derive(seed, trial), coarse, connected, check_stop),
                      effort_on_level(o), random, check_stop, o.contiguous);
    if (trial == 0 || better(found, best)) best = std::move(found);
  }
  return best;
}

}  // namespace

double difference_of_weights(const graph& g, std::uint32_t constraints) {
  if (g.vertex_weight.empty()) return 0;
  std::vector<weight> total(constraints, 0);
  for (std::size_t i = 0; i != g.vertex_weight.size(); ++i) total[i % constraints] += g.vertex_weight[i];
  return difference(g.vertices, total, g.vertex_weight);
}

double difference_of_weights(const wide_graph& g) { return difference(g.vertices(), totals(g), g.vertex_weight); }

coarse_limits limits_of_coarse_levels(double finest, double coarsest) {
  return coarsest > regional * finest ? coarse_limits::exact : coarse_limits::relaxed;
}

vertex enough_for_several(const options& o) {
  return static_cast<vertex>(std::min<std::uint64_t>(
      std::max<std::uint64_t>(std::uint64_t{several_per_part} * o.parts, several_minimum), ~vertex{0}));
}

std::vector<std::uint32_t> divide_coarsest_several(cpu_exec& exec, const wide_graph& g, const options& o,
                                                   span<const std::int64_t> limit, std::uint64_t seed,
                                                   coarse_limits coarse, const stop_check& check_stop) {
  return divide_small(exec, g, o, limit, seed, coarse, false, random_numbers(derive(seed, 1)), check_stop).part;
}

std::vector<std::uint32_t> divide_several_weights(cpu_exec& exec, const graph& g, const options& o,
                                                  span<const std::int64_t> limit, std::uint64_t seed,
                                                  coarse_limits coarse, const stop_check& check_stop,
                                                  const several_bisection& by_core) {
  const wide_graph finest = widened(g, o);
  if (o.scheme == scheme::recursive)
    return bisect_all(exec, finest, o, limit, seed, coarse, false, check_stop, by_core);
  random_numbers random(derive(seed, 1));
  bisect_scratch scratch;
  std::vector<host_level> levels =
      coarsened(finest, std::min(enough_for_several(o), g.vertices), random, scratch, check_stop);
  const auto graph = [&]() -> const wide_graph& { return levels.empty() ? finest : levels.back().graph; };
  const bool exact = exact_on_coarse_levels(finest, graph(), coarse);
  refined best = divide_small(exec, graph(), o, limit, seed, exact ? coarse_limits::exact : coarse, by_core.connected,
                              random, check_stop);
  while (!levels.empty()) {
    std::vector<part_id> part = projected(levels.back().map, best.part);
    levels.pop_back();
    best = refine_within(graph(), level_limits(graph(), limit, exact), std::move(part), effort_on_level(o), random,
                         check_stop, o.contiguous);
  }
  return std::move(best.part);
}

std::vector<std::uint32_t> divide_contiguous(cpu_exec& exec, const graph& g, const options& o,
                                             span<const std::int64_t> limit, std::uint64_t seed,
                                             const stop_check& check_stop) {
  several_bisection connected;
  connected.connected = true;
  return divide_several_weights(exec, g, o, limit, seed, coarse_limits::exact, check_stop, connected);
}

}  // namespace amorph::partition
