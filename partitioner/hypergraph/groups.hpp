// Vertices that stay together: each group is contracted before anything else, and its part is that of its vertices.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// A netlist with a vertex per group and per vertex in none, and the constraints in terms of them.
struct grouped {
  std::vector<std::uint32_t> map;  // per vertex of the netlist: its vertex here
  std::vector<std::uint64_t> net_begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::int32_t> net_weight, vertex_weight, fixed, start, move_cost;
  std::vector<std::uint32_t> member;                      // per vertex here: the first that it stands for
  std::uint32_t vertices = 0, dimensions = 1, first = 1;  // as of netlist

  [[nodiscard]] netlist view() const;
  [[nodiscard]] options constraints(const options& of_all) const;  // the same, in terms of the groups
};

// The start of a group is the part in which most of its vertices are; of equal ones the first. Throws error(bad_input)
// for fixed vertices of different parts in one group and for weights beyond 32 bits. O(pins log pins).
[[nodiscard]] grouped contract_groups(const netlist& n, const options& o);

}  // namespace amorph::hypergraph
