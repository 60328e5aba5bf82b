// Multilevel bisection: coarsen to a few vertices, grow several bisections there, project and refine the best one level
// by level.
#include "partitioner/graph/initial/bisect.hpp"

#include <algorithm>

#include "partitioner/graph/initial/levels.hpp"

namespace amorph::partition::initial {
namespace {

constexpr vertex coarsest_size = 60;  // smaller graphs are not coarsened
constexpr unsigned attempts = 4;      // bisections grown: one breadth-first, the others greedily
constexpr unsigned passes = 2;        // of refinement per level

// The best of several grown and refined bisections.
bisection first_bisection(const wide_graph& graph, const side_goal& goal, random_numbers& random,
                          bisect_scratch& scratch) {
  bisection best, b;
  for (unsigned i = 0; i != attempts; ++i) {
    const start strategy = i == 1 ? start::breadth_first : start::greedy;
    grow(graph, goal, strategy, i & 1u, random, scratch, b);
    refine(graph, goal, passes, scratch, b);
    if (i == 0 || better(b, best, goal)) std::swap(best, b);
  }
  return best;
}

}  // namespace

bisection bisect(const wide_graph& graph, const side_goal& goal, random_numbers random, bisect_scratch& scratch) {
  std::vector<host_level> levels = coarsened(graph, coarsest_size, random, scratch);
  const auto finest = [&]() -> const wide_graph& { return levels.empty() ? graph : levels.back().graph; };

  // The few heavy vertices of coarse graphs rarely add up to the target, so that strict limits would prefer a bad cut
  // to a good one slightly out of balance, which finer levels repair. On coarse levels a side may therefore be off by
  // two average vertices.
  const auto level_goal = [&] {
    side_goal relaxed = goal;
    const weight tolerance = levels.empty() ? 0 : 2 * graph.total / finest().vertices();
    for (unsigned s = 0; s != 2; ++s) relaxed.limit[s] = std::max(relaxed.limit[s], relaxed.target[s] + tolerance);
    return relaxed;
  };
  bisection b = first_bisection(finest(), level_goal(), random, scratch);
  while (!levels.empty()) {
    b.side = projected(levels.back().map, b.side);
    levels.pop_back();
    refine(finest(), level_goal(), passes, scratch, b);
  }
  return b;
}

}  // namespace amorph::partition::initial
