// Computes the objectives of a netlist's partition; shares no code with the partitioner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace amorph::check {

// A netlist as plain arrays. Null weights: all 1. Null fixed: none.
struct netlist_arrays {
  std::uint32_t vertices, nets;
  const std::uint64_t* begin;  // nets + 1
  const std::uint32_t* pin;
  const std::int32_t* net_weight;
  const std::int32_t* vertex_weight;
  const std::int32_t* fixed;            // per vertex: its part, or -1
  std::uint32_t dimensions = 1;         // weights per vertex
  const std::int32_t* group = nullptr;  // per vertex: a number, or -1 for none
  const std::int32_t* start = nullptr;  // per vertex: its old part, or -1 if it is new
};

struct netlist_figures {
  std::int64_t cut = 0, km1 = 0, soed = 0;  // weights of cut nets, of (parts - 1), of parts of cut nets
  std::uint64_t cut_nets = 0;
  double absorption = 0, scaled_cost = 0;     // as hMETIS defines them
  std::vector<std::int64_t> part_weight;      // per part and dimension
  std::vector<std::int64_t> external_degree;  // per part: weight of the cut nets that it has pins of
  std::uint64_t misplaced = 0;                // fixed vertices in other parts
  std::uint32_t first_misplaced = 0;          // the first of them
  std::uint64_t separated = 0;                // vertices in another part than the first of their group
  std::uint32_t first_separated = 0;
  std::uint64_t moved = 0;  // vertices in another part than before
};

// O(pins log parts).
[[nodiscard]] netlist_figures count_netlist(const netlist_arrays& n, std::uint32_t parts, const std::uint32_t* part);

}  // namespace amorph::check
