// For preset::quality: a partition refined again on coarser graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

// Another partition of the graph within the limits, from a seed.
using another_partition = std::function<std::vector<std::uint32_t>(std::uint64_t)>;

// Improves the cut by cycles of coarsening and refinement, and by combining the partition with others (if `another` is
// not empty); parts within their limits stay there. For one constraint and no demands; graphs too large for the host's
// time are left as they are. Deterministic. On one thread, O((n + m) log n) expected work per cycle, and about 60 bytes
// per adjacency entry.
void refine_in_cycles(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                      std::uint64_t seed, const stop_check& check_stop, const another_partition& another,
                      std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
