// Partitions with several weights per vertex: the core, and what the host does before and after it.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/core_calls.hpp"
#include "partitioner/graph/from_start.hpp"

namespace amorph::partition {

// Partition, figures and stats.finish_ms of the result are set. Graphs too small to be coarsened, and small
// pieces of recursive bisections, are partitioned on the host alone.
[[nodiscard]] result divide_several(cpu_exec& exec, const graph& g, const options& o, const part_targets& t,
                                    std::uint64_t seed, core_calls& core);

// From a partition to improve: the core refines the finest graph. If that ends above the limits, a partition from
// scratch, with the names of the old parts, is returned if it exceeds them by less.
[[nodiscard]] result improve_several(cpu_exec& exec, const graph& g, const options& o, const options& from_scratch,
                                     const part_targets& t, std::uint64_t seed, const start_partition& start,
                                     core_calls& core);

}  // namespace amorph::partition
