// Bisection of a small graph on one thread: multilevel, as Karypis and Kumar, "A fast and high quality multilevel
// scheme for partitioning irregular graphs" (1998), section 3, a file per step:
//
//   coarsen.cpp  heavy-edge matching and contraction
//   grow.cpp     initial bisections: greedy growing, breadth-first, random
//   fm.cpp       Fiduccia-Mattheyses refinement
//   bisect.cpp   the three combined
//
// All use integers and draw from random_numbers, so their results depend on their arguments only. The graphs have one
// constraint.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/heap.hpp"
#include "partitioner/common/random.hpp"
#include "partitioner/graph/initial/wide_graph.hpp"

namespace amorph::partition::initial {

// Target weights and limits of the two sides.
struct side_goal {
  std::array<weight, 2> target, limit;
  std::uint32_t middle = 0;  // vertices fixed in lower parts stay on side 0, others that are fixed on side 1
};

struct bisection {
  std::vector<std::uint8_t> side;  // 0 or 1 for each vertex
  std::array<weight, 2> weights{0, 0};
  weight cut = 0;
};

// Total weight above the limits.
inline weight excess(const std::array<weight, 2>& weights, const side_goal& goal) {
  const weight a = weights[0] - goal.limit[0], b = weights[1] - goal.limit[1];
  return (a > 0 ? a : 0) + (b > 0 ? b : 0);
}
inline bool better(const bisection& a, const bisection& b, const side_goal& goal) {
  const weight excess_a = excess(a.weights, goal), excess_b = excess(b.weights, goal);
  return excess_a < excess_b || (excess_a == excess_b && a.cut < b.cut);
}

// Scratch memory of the functions below; one per thread.
struct bisect_scratch {
  using gain_type = std::int32_t;  // edge weights sum to less than 2^31
  std::array<basic_gain_heap<gain_type>, 2> heap;
  std::vector<gain_type> gain;
  std::vector<std::uint8_t> touched;
  std::vector<vertex> moved, order;
  std::vector<std::uint32_t> slot, outside;
};

// Matches and contracts. No contraction makes a vertex heavier than `heaviest`, which has an entry for each constraint.
// map[v] is v's vertex in `coarse`. With a group for each vertex, only vertices of one group are matched.
void coarsen(const wide_graph& graph, span<const weight> heaviest, random_numbers& random, bisect_scratch& scratch,
             wide_graph& coarse, std::vector<vertex>& map, span<const std::uint32_t> group = {});

enum class start : std::uint8_t { greedy, breadth_first, random };
// Grows side `grown` from its fixed vertices, or from a random one, until it reaches its target weight. Sets
// result.side only.
void grow(const wide_graph& graph, const side_goal& goal, start strategy, unsigned grown, random_numbers& random,
          bisect_scratch& scratch, bisection& result);

// Fiduccia-Mattheyses passes over b.side until one finds no improvement, at most `passes`; never worse in (excess,
// cut). Sets b's weights and cut.
void refine(const wide_graph& graph, const side_goal& goal, unsigned passes, bisect_scratch& scratch, bisection& b);

// O((n + m) log n) expected.
bisection bisect(const wide_graph& graph, const side_goal& goal, random_numbers random, bisect_scratch& scratch);

}  // namespace amorph::partition::initial
