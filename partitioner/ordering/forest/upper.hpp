// The upper depths of a dissection, by the separator forest on either backend.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/ordering/forest/coarsest.hpp"
#include "partitioner/ordering/ordering.hpp"

namespace amorph::ordering {

// A part or a separator of the upper depths: vertices first .. first + size - 1 of the order, in ascending order.
struct upper_part {
  std::size_t first, size;
  std::uint64_t key, node;
  bool separator;
};

struct upper_depths {
  host_array<vertex> order;  // all vertices: separators behind their sides
  std::vector<upper_part> parts;
  host_array<vertex> place;   // per vertex
  host_array<vertex> number;  // per vertex: in its part, once that is extracted

  // The subgraph of a part. Parts may be extracted in parallel.
  [[nodiscard]] piece extract(const level_graph& g, const upper_part& part);
};

// Divides g, on the backend of the options. `stats` receives what ran and how long.
[[nodiscard]] upper_depths divide_upper(cpu_exec& exec, const level_graph& g, const options& o, std::uint64_t key,
                                        std::uint64_t node, statistics& stats);

}  // namespace amorph::ordering
