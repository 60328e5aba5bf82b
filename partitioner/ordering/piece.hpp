// Subgraphs to be ordered, and their division by separators.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

// The positions first .. first + vertices - 1 of the order are its.
struct piece {
  level_graph graph;
  host_array<vertex> name;  // per vertex: its number in the whole graph
  std::size_t first = 0;
  std::uint64_t key = 0;   // of its random numbers
  std::uint64_t node = 0;  // in the separator tree
};

inline constexpr unsigned top_trials = 8;  // for pieces of much of the graph, whose separators decide most

// Whether both sides are much smaller than the graph, and the separator is not most of it, as that of a clique. Zero
// weights may leave all vertices on one side.
[[nodiscard]] bool makes_progress(const separation& s, std::int64_t total);

// The sides of p, whose positions begin with them. `number` is scratch. O(n + m).
[[nodiscard]] std::array<piece, 2> split(const piece& p, const separation& s, host_array<vertex>& number);

}  // namespace amorph::ordering
