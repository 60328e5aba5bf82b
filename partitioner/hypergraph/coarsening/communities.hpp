// Communities of a netlist: groups of vertices with more nets inside than chance would have. Coarsening does not
// contract across them, which keeps the structure that good partitions follow.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/hypergraph/partition.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::hypergraph {

// The community of each vertex. Nets count alike, or less the more pins they have (`by_size`): which is better depends
// on the netlist. On the host; the number of threads does not matter. O(pins) per pass.
[[nodiscard]] std::vector<std::uint32_t> find_communities(cpu_exec& exec, const netlist& n, bool by_size,
                                                          std::uint64_t seed, const partition::stop_check& check_stop);

}  // namespace amorph::hypergraph
