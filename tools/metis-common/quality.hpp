// What a partition is worth, counted from the graph and the parts alone.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/metis/components.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

struct quality {
  struct constraint {
    std::int64_t total = 0, heaviest_vertex = 0;
    std::uint32_t worst_part = 0;  // where weight / share is largest
    double balance = 0;            // that ratio; 1 is even
    double limit = 0;              // parts * heaviest_vertex / total: a part that is one vertex reaches it
  };
  std::int64_t cut = 0, volume = 0;
  std::vector<constraint> constraints;
  std::vector<std::int64_t> part_weight;                     // parts * constraints
  std::uint32_t most_neighbours = 0, fewest_neighbours = 0;  // of a part, in other parts
  double mean_neighbours = 0;
  std::uint32_t components = 0;    // of all parts together
  std::uint32_t broken_parts = 0;  // of more than one component
  std::uint32_t most_components = 0, most_broken_part = 0;
  std::uint32_t graph_components = 0;  // of the graph itself; counted where a part is broken
  double largest_balance() const;
};

// O(n + m) but for the neighbours of parts, which are sorted.
[[nodiscard]] quality judge(const partition::graph& g, const partition::options& o,
                            const std::vector<std::uint32_t>& part);

}  // namespace amorph::metis
