#include "partitioner/graph/initial/recursive.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "partitioner/graph/initial/bisections.hpp"

namespace amorph::partition {
namespace {

using initial::piece;
using initial::side_goal;
using initial::weight;

// Larger graphs are bisected by the multilevel partitioner, whose cuts are better (by a tenth for eight parts of a
// grid). For smaller graphs the difference is small, and this code is faster.
constexpr std::uint32_t large = 10000;

// The weight limit of a side: the remaining imbalance is divided evenly over this bisection and those below it.
double side_limit(const piece& p, const bisection_options& options, const side_goal& goal, unsigned side) {
  const double target = static_cast<double>(goal.target[side]) * (1 + 1e-12);
  const double minimum = std::floor(target * options.minimum_imbalance);
  if (options.limit.empty()) return minimum;
  // Sums of limits may have more than 64 bits.
  const auto *first = options.limit.begin() + p.first, *middle = first + p.parts / 2, *last = first + p.parts;
  const double allowed = side == 0 ? std::accumulate(first, middle, 0.0) : std::accumulate(middle, last, 0.0);
  const double remaining = std::accumulate(first, last, 0.0) / static_cast<double>(std::max<weight>(1, p.graph.total));
  return std::max(minimum,
                  std::min(std::floor(target * std::pow(remaining, 1.0 / std::bit_width(p.parts - 1))), allowed));
}

side_goal goal_of(const piece& p, const bisection_options& options) {
  const std::uint32_t left = p.parts / 2, right = p.parts - left;
  const std::array targets{initial::sum(options.target, p.first, left),
                           initial::sum(options.target, p.first + left, right)};
  const weight all = std::max<weight>(1, targets[0] + targets[1]), total = p.graph.total;
  side_goal goal;
  goal.target[0] = initial::scaled(total, targets[0], all);
  goal.target[1] = total - goal.target[0];
  const bool rounded = initial::scaled(goal.target[0], all, std::max<weight>(1, targets[0])) != total;
  for (unsigned s = 0; s != 2; ++s) {
    const double maximum = side_limit(p, options, goal, s);
    goal.limit[s] = std::max(goal.target[s] + (s == 0 && rounded ? 1 : 0),
                             static_cast<weight>(std::min(maximum, static_cast<double>(total))));
  }
  return goal;
}

// Calls the multilevel partitioner.
std::vector<std::uint8_t> bisect_large(const piece& p, const side_goal& goal, std::uint64_t key, unsigned threads,
                                       const bisection_options& options) {
  const std::vector<std::uint32_t> part =
      options.bisect_large(initial::narrow_graph(p.graph).view(), goal.target, goal.limit, key, threads);
  return {part.begin(), part.end()};
}

}  // namespace

void divide_recursively(cpu_exec& exec, const graph& g, const bisection_options& options,
                        std::vector<std::uint32_t>& part) {
  initial::bisection_order order{};
  order.seed = options.seed;
  order.trials = 2;
  order.goal = [&](const piece& p) { return goal_of(p, options); };
  order.check_stop = options.check_stop;
  order.fill_sides = true;
  order.widen = true;
  order.large = large;
  order.bisect_large = [&](const piece& p, const side_goal& goal, std::uint64_t key, unsigned threads) {
    return bisect_large(p, goal, key, threads, options);
  };
  order.one_by_one = options.on_device;
  const auto parts = static_cast<std::uint32_t>(options.target.size());
  part = std::move(initial::bisect_recursively(exec, initial::widened(g, 1), parts, 1, order)[0]);
}

}  // namespace amorph::partition
