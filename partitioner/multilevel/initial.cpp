// K-way partition of the coarsest graph by recursive bisection, and its refinement.
//
// All bisections of one depth are independent and run in parallel; each draws its random numbers from (seed, partition,
// depth, first part, trial), so threads do not matter. A bisection into p + q parts aims at the sums of their
// targets and may use only its share of the slack: with d bisections between it and the last part, and the limits'
// sum (1 + x) times the weight at hand, a factor (1 + x)^(1/d) on each of them keeps to the limits in the end
// (Schlag et al., "k-way hypergraph partitioning via n-level recursive bisection", 2016; we use the lower bound
// 1 + x / (d + (d-1) x), which integers can compute).
#include "initial.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

#include "initial_bisect.hpp"
#include "initial_kway.hpp"

namespace amorph::partition {
namespace initial {
namespace {

constexpr unsigned refinement_rounds = 6;

// A set of vertices that is to become the parts first .. first+parts-1.
struct piece {
  std::uint32_t partition;  // which of them
  part_id first, parts;
  small_graph graph;
  std::vector<vertex> name;  // of the graph's vertices in the whole graph
};

small_graph widen(const coarse_graph& graph) {
  small_graph g;
  g.begin = graph.begin;
  g.to = graph.to;
  g.edge_weight.assign(graph.edge_weight.begin(), graph.edge_weight.end());
  g.vertex_weight.assign(graph.vertex_weight.begin(), graph.vertex_weight.end());
  g.total = std::accumulate(g.vertex_weight.begin(), g.vertex_weight.end(), weight{0});
  return g;
}

weight sum(span<const std::int64_t> a, part_id first, part_id count) {
  return std::accumulate(a.begin() + first, a.begin() + first + count, weight{0});
}

// a * b / c for values that are not negative, c > 0.
weight scaled(weight a, weight b, weight c) {
  __extension__ using wide = unsigned __int128;
  const wide result = static_cast<wide>(a) * static_cast<wide>(b) / static_cast<wide>(c);
  constexpr wide most = ~std::uint64_t{0} >> 2;
  return static_cast<weight>(result < most ? result : most);
}

side_goal goal_of(const piece& p, span<const std::int64_t> target, span<const std::int64_t> limit) {
  const part_id left = p.parts / 2, right = p.parts - left;
  const std::array wanted{sum(target, p.first, left), sum(target, p.first + left, right)};
  const std::array allowed{sum(limit, p.first, left), sum(limit, p.first + left, right)};
  const weight total = p.graph.total;
  side_goal goal;
  goal.target[0] = scaled(total, wanted[0], std::max<weight>(1, wanted[0] + wanted[1]));
  goal.target[1] = total - goal.target[0];
  const weight slack = std::max<weight>(0, allowed[0] + allowed[1] - total);
  const weight depth = std::bit_width(p.parts - 1);
  for (unsigned s = 0; s != 2; ++s) {
    const weight share = scaled(goal.target[s], slack, std::max<weight>(1, depth * total + (depth - 1) * slack));
    // Never below the target: rounding, or limits that cannot be kept, must not ask for the impossible.
    goal.limit[s] = std::max(goal.target[s] + (s == 0 ? 1 : 0), std::min(goal.target[s] + share, allowed[s]));
  }
  return goal;
}

// The subgraphs that the sides induce.
std::array<piece, 2> split(const piece& whole, const std::vector<std::uint8_t>& side) {
  std::array<piece, 2> half;
  std::vector<vertex> number(side.size());
  for (vertex v = 0; v != number.size(); ++v) {
    piece& h = half[side[v]];
    number[v] = static_cast<vertex>(h.name.size());
    h.name.push_back(whole.name[v]);
  }
  for (piece& h : half) {
    h.partition = whole.partition;
    h.graph.begin.reserve(h.name.size() + 1);
    h.graph.vertex_weight.reserve(h.name.size());
  }
  for (vertex v = 0; v != number.size(); ++v) {
    small_graph& g = half[side[v]].graph;
    for (std::uint64_t e = whole.graph.begin[v]; e != whole.graph.begin[v + 1]; ++e) {
      if (side[whole.graph.to[e]] != side[v]) continue;
      g.to.push_back(number[whole.graph.to[e]]);
      g.edge_weight.push_back(whole.graph.edge_weight[e]);
    }
    g.begin.push_back(g.to.size());
    g.vertex_weight.push_back(whole.graph.vertex_weight[v]);
    g.total += whole.graph.vertex_weight[v];
  }
  half[0].first = whole.first;
  half[0].parts = whole.parts / 2;
  half[1].first = whole.first + half[0].parts;
  half[1].parts = whole.parts - half[0].parts;
  return half;
}

// A part for each vertex, for each of several partitions. Each bisection is the best of `trials`.
std::vector<std::vector<part_id>> bisect_recursively(cpu_exec& exec, const small_graph& graph,
                                                     span<const std::int64_t> target, span<const std::int64_t> limit,
                                                     std::uint64_t seed, unsigned partitions, unsigned trials,
                                                     const stop_check& ask) {
  std::vector<std::vector<part_id>> part(partitions, std::vector<part_id>(graph.vertices(), 0));
  std::vector<bisect_scratch> scratch(exec.threads());
  std::vector<piece> pieces(partitions);
  for (unsigned a = 0; a != partitions; ++a) {
    pieces[a] = {a, 0, static_cast<part_id>(target.size()), graph, std::vector<vertex>(graph.vertices())};
    std::iota(pieces[a].name.begin(), pieces[a].name.end(), vertex{0});
  }
  for (std::uint64_t depth = 0; !pieces.empty(); ++depth) {
    std::vector<bisection> tried(pieces.size() * trials);
    exec.ranges(tried.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (std::size_t i = first; i != last; ++i) {
        const piece& p = pieces[i / trials];
        if (p.parts == 1) continue;
        ask();
        const random_numbers random(derive(derive(derive(derive(seed, p.partition), depth), p.first), i % trials));
        tried[i] = bisect(p.graph, goal_of(p, target, limit), random, scratch[thread]);
      }
    });
    std::vector<std::array<piece, 2>> halves(pieces.size());
    exec.ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t i = first; i != last; ++i) {
        const piece& p = pieces[i];
        if (p.parts == 1) continue;
        const side_goal goal = goal_of(p, target, limit);
        const auto* begin = tried.data() + i * trials;
        const auto* best =
            std::min_element(begin, begin + trials, [&](const auto& a, const auto& b) { return better(a, b, goal); });
        halves[i] = split(p, best->side);
      }
    });
    std::vector<piece> next;
    for (std::size_t i = 0; i != pieces.size(); ++i) {
      if (pieces[i].parts == 1)
        for (const vertex v : pieces[i].name) part[pieces[i].partition][v] = pieces[i].first;
      else
        for (piece& h : halves[i])
          if (!h.name.empty()) next.push_back(std::move(h));
    }
    pieces = std::move(next);
  }
  return part;
}

}  // namespace
}  // namespace initial

std::vector<std::uint32_t> initial_partition(cpu_exec& exec, const coarse_graph& coarse,
                                             span<const std::int64_t> target, span<const std::int64_t> limits,
                                             std::uint64_t seed, unsigned attempts, const stop_check& ask) {
  using namespace initial;
  // Two trials of each bisection gain more than a second whole partition, in less time.
  const unsigned trials = attempts > 1 ? 2 : 1, partitions = attempts > 1 ? (attempts + 1) / 2 : 1;
  const small_graph graph = widen(coarse);
  // No more than all can be in a part; so sums of limits stay small.
  std::vector<weight> limit(limits.begin(), limits.end());
  for (weight& l : limit) l = std::min(l, graph.total);
  std::vector<std::vector<part_id>> part =
      bisect_recursively(exec, graph, target, limit, seed, partitions, trials, ask);

  std::vector<std::tuple<weight, weight, unsigned>> quality(partitions);  // excess, cut, number
  exec.ranges(partitions, 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t a = first; a != last; ++a) {
      kway_partition p(graph, limit, std::move(part[a]));
      const random_numbers random(derive(derive(seed, a), ~std::uint64_t{0}));
      fill_empty_parts(p);
      rebalance(p);
      refine(p, refinement_rounds, random, ask);
      rebalance(p);
      quality[a] = {p.excess(), p.cut(), static_cast<unsigned>(a)};
      part[a] = p.take();
    }
  });
  const auto best = std::min_element(quality.begin(), quality.end());
  return std::move(part[std::get<2>(*best)]);
}

}  // namespace amorph::partition
