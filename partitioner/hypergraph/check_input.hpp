// What divide() refuses.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// Throw error(bad_input) that names the vertex, the part or the option.
void check_input(const netlist& n, const options& o);
void check_limits(const netlist& n, const options& o, const std::vector<std::int64_t>& limit);

}  // namespace amorph::hypergraph
