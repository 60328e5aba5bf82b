// The quality of a partition, computed from graph and partition.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/components.hpp"

namespace amorph::metis {

struct quality {
  struct constraint {
    std::int64_t total = 0, heaviest_vertex = 0;
    std::uint32_t worst_part = 0;  // the part of maximum weight / target weight
    double balance = 0;            // that ratio; 1: perfectly balanced
    double limit = 0;              // parts * heaviest_vertex / total: the ratio of a part that is the heaviest vertex
  };
  std::int64_t cut = 0, volume = 0;
  std::vector<constraint> constraints;
  std::vector<std::int64_t> part_weight;                 // parts * constraints
  std::uint32_t max_neighbours = 0, min_neighbours = 0;  // adjacent parts of a part
  double mean_neighbours = 0;
  std::uint32_t components = 0;    // of all parts together
  std::uint32_t broken_parts = 0;  // parts of more than one component
  std::uint32_t max_components = 0, max_components_part = 0;
  std::uint32_t graph_components = 0;  // of the graph itself; computed only if broken_parts is not 0
  double max_balance() const;
};

// O(n + m), and a sort of the pairs of adjacent parts. On o.run.threads threads.
[[nodiscard]] quality measure_quality(const partition::graph& g, const partition::options& o,
                                      const std::vector<std::uint32_t>& part);

}  // namespace amorph::metis
