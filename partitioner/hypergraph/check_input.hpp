// What divide() refuses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// The first fault of a netlist in the caller's arrays: offsets, pins and weights out of range, duplicate pins. "" if
// there is none. O(pins).
[[nodiscard]] std::string check_netlist(const netlist& n);

// Throw error(bad_input) that names the vertex, the part or the option.
void check_number_of_parts(const netlist& n, std::uint32_t parts);
void check_input(const netlist& n, const options& o);
void check_limits(const netlist& n, const options& o, const std::vector<std::int64_t>& limit);

}  // namespace amorph::hypergraph
