// Recursive bisection on the host: all bisections of one depth are independent and run in parallel. Each draws its
// random numbers from (seed, partition, depth, first part, trial), so the result does not depend on threads.
#pragma once

#include <functional>
#include <numeric>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"
#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition::initial {

// A subgraph to be partitioned into the parts first .. first+parts-1.
struct piece {
  std::uint32_t partition = 0;  // index, if several partitions are computed together
  part_id first = 0, parts = 1;
  wide_graph graph;
  std::vector<vertex> name;  // per vertex: its number in the whole graph
};

// Parameters of the bisections. Half of a piece's parts, rounded down, belong to side 0.
struct bisection_order {
  std::uint64_t seed;
  unsigned trials;  // per bisection; the best is kept
  std::function<side_goal(const piece&)> goal;
  stop_check check_stop;
  bool fill_sides = false;  // every side receives at least one vertex per part
  bool widen = false;       // limits that cannot be met are raised if that saves a tenth of the cut
  // Pieces with more vertices are bisected once, by this callback, on `threads` threads; it returns the side of each
  // vertex.
  vertex large = ~vertex{0};
  std::function<std::vector<std::uint8_t>(const piece&, const side_goal&, std::uint64_t key, unsigned threads)>
      bisect_large = {};
  bool one_by_one = false;  // one large piece at a time, on all threads
};

// Per partition and vertex, a part in 0 .. parts-1.
std::vector<std::vector<part_id>> bisect_recursively(cpu_exec& exec, wide_graph graph, part_id parts,
                                                     unsigned partitions, const bisection_order& order);

inline weight sum(span<const std::int64_t> a, part_id first, part_id count) {
  return std::accumulate(a.begin() + first, a.begin() + first + count, weight{0});
}

// a * b / c without overflow, for non-negative a and b and c > 0.
inline weight scaled(weight a, weight b, weight c) {
  __extension__ using wide = unsigned __int128;
  const wide result = static_cast<wide>(a) * static_cast<wide>(b) / static_cast<wide>(c);
  constexpr wide maximum = ~std::uint64_t{0} >> 2;
  return static_cast<weight>(result < maximum ? result : maximum);
}

}  // namespace amorph::partition::initial
