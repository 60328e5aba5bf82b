// Figures of a partition, beside measure() of partition.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/core.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Those that a device has counted. Of an objective of edges, without a machine; one weight per vertex.
void measure(const options& o, const counts& counted, result& r);

// Of some vertices: the weight of their arcs to other parts, and their share of the communication volume.
struct arc_figures {
  std::int64_t cut = 0, volume = 0;
};
[[nodiscard]] arc_figures figures_of(const graph& g, const std::vector<std::uint32_t>& part,
                                     span<const std::uint32_t> vertices);

}  // namespace amorph::partition
