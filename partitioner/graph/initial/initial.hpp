// The partition of the coarsest graph, on the host.
//
// Recursive bisection; each bisection is the best of several grown and refined ones (Fiduccia-Mattheyses), as
// Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs" (1998).
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition {

// A part in 0 .. target.size()-1 per vertex; there is at least one part. `target[p]` is the target weight of part p,
// `limit[p]` >= target[p] its maximum.
// - With more than one of `attempts`, each bisection is the better of two, and the result the best of (attempts+1)/2
//   partitions (minimum excess over the limits, then minimum cut).
// - Every part receives a vertex if there are at least as many vertices as parts.
// - Limits are met if moves and exchanges of single vertices suffice: always for equal weights and sufficient limits.
// - `raised`, if not empty, has one entry per part. If the limits cannot be met, and limits raised by the remaining
//   excess save a tenth of the cut, the partition for the raised limits is returned, and the limits in `raised`.
// O((n + m) log n log parts) expected work per attempt, O(n + m) memory per partition; in parallel on the executor's
// threads, deterministic. `check_stop` is called before each bisection and several times per second.
std::vector<std::uint32_t> initial_partition(cpu_exec& exec, const initial::wide_graph& graph,
                                             span<const std::int64_t> target, span<const std::int64_t> limit,
                                             std::uint64_t seed, unsigned attempts, const stop_check& check_stop = {},
                                             span<std::int64_t> raised = {});

}  // namespace amorph::partition
