// Multilevel bisection: coarsen until little is left, grow some bisections there, refine the best one level by level.
#include "partitioner/multilevel/initial/bisect.hpp"

#include <algorithm>

namespace amorph::partition::initial {
namespace {

constexpr vertex few = 60;      // graphs of so many vertices are bisected as they are
constexpr unsigned starts = 4;  // bisections grown; one breadth-first, the others greedy
constexpr unsigned passes = 2;  // of refinement on each level

// The best of several bisections that are grown and refined.
bisection first_bisection(const small_graph& graph, const side_goal& goal, random_numbers& random,
                          bisect_scratch& scratch) {
  bisection best, b;
  for (unsigned i = 0; i != starts; ++i) {
    const start how = i == 1 ? start::breadth_first : start::greedy;
    grow(graph, goal, how, i & 1u, random, scratch, b);
    refine(graph, goal, passes, scratch, b);
    if (i == 0 || better(b, best, goal)) std::swap(best, b);
  }
  return best;
}

}  // namespace

bisection bisect(const small_graph& graph, const side_goal& goal, random_numbers random, bisect_scratch& scratch) {
  struct level {
    small_graph graph;
    std::vector<vertex> map;  // from the finer graph
  };
  std::vector<level> levels;
  const auto finest = [&]() -> const small_graph& { return levels.empty() ? graph : levels.back().graph; };
  const weight heaviest = graph.total * 3 / (2 * few) + 1;
  while (finest().vertices() > few) {
    level next;
    coarsen(finest(), heaviest, random, scratch, next.graph, next.map);
    // A matching that finds hardly any pairs (a star) is not worth its levels.
    if (next.graph.vertices() > finest().vertices() / 20 * 19) break;
    levels.push_back(std::move(next));
  }

  // Few heavy vertices seldom add up to what is wanted, and would have a bad cut preferred to a good one a little off
  // balance, which finer levels mend: on coarse ones a side may be off by two average vertices.
  const auto goal_here = [&] {
    side_goal here = goal;
    const weight off = levels.empty() ? 0 : 2 * graph.total / finest().vertices();
    for (unsigned s = 0; s != 2; ++s) here.limit[s] = std::max(here.limit[s], here.target[s] + off);
    return here;
  };
  bisection b = first_bisection(finest(), goal_here(), random, scratch);
  while (!levels.empty()) {
    const std::vector<vertex> map = std::move(levels.back().map);
    levels.pop_back();
    std::vector<std::uint8_t> side(map.size());
    for (std::size_t v = 0; v != map.size(); ++v) side[v] = b.side[map[v]];
    b.side = std::move(side);
    refine(finest(), goal_here(), passes, scratch, b);
  }
  return b;
}

}  // namespace amorph::partition::initial
