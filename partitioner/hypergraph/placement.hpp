// Parts for the vertices that a partition to improve does not have.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// o.start with fixed vertices in their parts. Each new vertex gets the part that its nets connect it to the most, if
// that has capacity; vertices that no net connects to a placed one get the part of largest free capacity. O(pins of the
// new vertices * parts).
[[nodiscard]] std::vector<std::uint32_t> place_new_vertices(const netlist& n, const options& o,
                                                            const std::vector<std::int64_t>& limit);

}  // namespace amorph::hypergraph
