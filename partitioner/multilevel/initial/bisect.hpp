// Bisection of a small graph on one thread: multilevel, as Karypis and Kumar (1998), section 3 of which each step is
// a file here.
//
//   initial_coarsen.cpp  heavy-edge matching and contraction
//   initial_grow.cpp     first bisections: greedy growing, breadth-first, random
//   initial_fm.cpp       Fiduccia-Mattheyses refinement
//   initial_bisect.cpp   the three put together
//
// All of them work on integers and draw from random_numbers, so their answers depend on their arguments alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "partitioner/multilevel/initial/heap.hpp"
#include "partitioner/multilevel/initial/random.hpp"

namespace amorph::partition::initial {

using vertex = std::uint32_t;
using weight = std::int64_t;

// A graph as coarse_graph; weights are wide because contraction adds them up.
struct small_graph {
  std::vector<std::uint64_t> begin{0};
  std::vector<vertex> to;
  std::vector<weight> edge_weight, vertex_weight;
  weight total = 0;  // of vertex_weight
  [[nodiscard]] vertex vertices() const { return static_cast<vertex>(vertex_weight.size()); }
};

// What the two sides should weigh, and may weigh.
struct side_goal {
  std::array<weight, 2> target, limit;
};

struct bisection {
  std::vector<std::uint8_t> side;  // 0 or 1 for each vertex
  std::array<weight, 2> weights{0, 0};
  weight cut = 0;
};

// The weight above the limits.
inline weight excess(const std::array<weight, 2>& weights, const side_goal& goal) {
  const weight a = weights[0] - goal.limit[0], b = weights[1] - goal.limit[1];
  return (a > 0 ? a : 0) + (b > 0 ? b : 0);
}
inline bool better(const bisection& a, const bisection& b, const side_goal& goal) {
  const weight excess_a = excess(a.weights, goal), excess_b = excess(b.weights, goal);
  return excess_a < excess_b || (excess_a == excess_b && a.cut < b.cut);
}

// Arrays that the searches below use again and again; one for each thread.
struct bisect_scratch {
  std::array<gain_heap, 2> heap;
  std::vector<weight> gain;
  std::vector<std::uint8_t> touched;
  std::vector<vertex> moved, order;
  std::vector<std::uint32_t> slot, outside;
};

// Matches and contracts; vertices of `coarse` weigh at most `heaviest` unless they did before. map[v]: v's vertex in it.
void coarsen(const small_graph& graph, weight heaviest, random_numbers& random, bisect_scratch& scratch,
             small_graph& coarse, std::vector<vertex>& map);

enum class start : std::uint8_t { greedy, breadth_first, random };
// Side `grown` grows from a random vertex until it weighs its target. Sets result.side alone.
void grow(const small_graph& graph, const side_goal& goal, start how, unsigned grown, random_numbers& random,
          bisect_scratch& scratch, bisection& result);

// Passes of Fiduccia-Mattheyses over b.side until one finds nothing, `passes` at most; never worse in (excess, cut).
// Sets b's weights and cut.
void refine(const small_graph& graph, const side_goal& goal, unsigned passes, bisect_scratch& scratch, bisection& b);

// O((n + m) log n) expected.
bisection bisect(const small_graph& graph, const side_goal& goal, random_numbers random, bisect_scratch& scratch);

}  // namespace amorph::partition::initial
