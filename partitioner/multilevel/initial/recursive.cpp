#include "partitioner/multilevel/initial/recursive.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "partitioner/multilevel/initial/bisections.hpp"

namespace amorph::partition {
namespace {

using initial::piece;
using initial::side_goal;
using initial::weight;

// Graphs of more vertices are bisected by the multilevel partitioner, whose cuts are better: by a tenth at eight
// parts of a grid. Smaller ones gain less, and are done sooner here.
constexpr std::uint32_t large = 10000;

// What a side may weigh: its share of what is left of the imbalance for this bisection and each below it.
double most_of(const piece& p, const bisecting& how, const side_goal& goal, unsigned side) {
  const double target = static_cast<double>(goal.target[side]) * (1 + 1e-12);
  const double least = std::floor(target * how.minimum_imbalance);
  if (how.limit.empty()) return least;
  // Sums of limits may have more than 64 bits.
  const auto *first = how.limit.begin() + p.first, *middle = first + p.parts / 2, *last = first + p.parts;
  const double allowed = side == 0 ? std::accumulate(first, middle, 0.0) : std::accumulate(middle, last, 0.0);
  const double left_over = std::accumulate(first, last, 0.0) / static_cast<double>(std::max<weight>(1, p.graph.total));
  return std::max(least,
                  std::min(std::floor(target * std::pow(left_over, 1.0 / std::bit_width(p.parts - 1))), allowed));
}

side_goal goal_of(const piece& p, const bisecting& how) {
  const std::uint32_t left = p.parts / 2, right = p.parts - left;
  const std::array wanted{initial::sum(how.target, p.first, left), initial::sum(how.target, p.first + left, right)};
  const weight all = std::max<weight>(1, wanted[0] + wanted[1]), total = p.graph.total;
  side_goal goal;
  goal.target[0] = initial::scaled(total, wanted[0], all);
  goal.target[1] = total - goal.target[0];
  const bool rounded = initial::scaled(goal.target[0], all, std::max<weight>(1, wanted[0])) != total;
  for (unsigned s = 0; s != 2; ++s) {
    const double most = most_of(p, how, goal, s);
    goal.limit[s] = std::max(goal.target[s] + (s == 0 && rounded ? 1 : 0),
                             static_cast<weight>(std::min(most, static_cast<double>(total))));
  }
  return goal;
}

piece widened(const graph& g, std::uint32_t parts) {
  piece p;
  p.parts = parts;
  p.graph.begin.assign(g.begin.begin(), g.begin.end());
  p.graph.to.assign(g.to.begin(), g.to.end());
  p.graph.edge_weight.assign(g.to.size(), 1);
  if (!g.edge_weight.empty()) std::copy(g.edge_weight.begin(), g.edge_weight.end(), p.graph.edge_weight.begin());
  p.graph.vertex_weight.assign(g.vertices, 1);
  if (!g.vertex_weight.empty())
    std::copy(g.vertex_weight.begin(), g.vertex_weight.end(), p.graph.vertex_weight.begin());
  p.graph.total = std::accumulate(p.graph.vertex_weight.begin(), p.graph.vertex_weight.end(), weight{0});
  p.name.resize(g.vertices);
  std::iota(p.name.begin(), p.name.end(), 0u);
  return p;
}

// By the multilevel partitioner.
std::vector<std::uint8_t> bisect_large(const piece& p, const side_goal& goal, std::uint64_t key, unsigned threads,
                                       const bisecting& how) {
  const std::vector<std::int32_t> vertex_weight(p.graph.vertex_weight.begin(), p.graph.vertex_weight.end());
  const std::vector<std::int32_t> edge_weight(p.graph.edge_weight.begin(), p.graph.edge_weight.end());
  const graph g{p.graph.vertices(), p.graph.begin, p.graph.to, vertex_weight, {}, edge_weight};
  const std::vector<std::uint32_t> part = how.bisect_large(g, goal.target, goal.limit, key, threads);
  return {part.begin(), part.end()};
}

}  // namespace

void divide_recursively(cpu_exec& exec, const graph& g, const bisecting& how, std::vector<std::uint32_t>& part) {
  initial::bisection_order order{};
  order.seed = how.seed;
  order.trials = 2;
  order.goal = [&](const piece& p) { return goal_of(p, how); };
  order.ask = how.ask;
  order.fill_sides = true;
  order.widen = true;
  order.large = large;
  order.bisect_large = [&](const piece& p, const side_goal& goal, std::uint64_t key, unsigned threads) {
    return bisect_large(p, goal, key, threads, how);
  };
  order.one_by_one = how.on_device;
  std::vector<std::vector<std::uint32_t>> parts(1, std::vector<std::uint32_t>(g.vertices, 0));
  std::vector<piece> pieces;
  pieces.push_back(widened(g, static_cast<std::uint32_t>(how.target.size())));
  initial::bisect_recursively(exec, std::move(pieces), order, parts);
  part = std::move(parts[0]);
}

}  // namespace amorph::partition
