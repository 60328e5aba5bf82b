// Partitions with several weights per vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/partition.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::partition {

// Whether parts of coarse levels may exceed the limits by two average vertices. That saves a few percent of the cut if
// coarsening evens the weights out. If weights differ from region to region, it costs as much, and leaves parts above
// their limits; `relaxed` then means `exact`.
enum class coarse_limits : std::uint8_t { relaxed, exact };

// A partition of more vertices than parts, which finish() must still refine: k-way, or by recursive bisection of the
// whole graph. `limit`: part by part, with an entry for each constraint. Deterministic; bisections of one depth run in
// parallel. O((n + m) log n log parts) expected.
std::vector<std::uint32_t> divide_several_weights(cpu_exec& exec, const graph& g, const options& o,
                                                  span<const std::int64_t> limit, std::uint64_t seed,
                                                  coarse_limits coarse, const stop_check& check_stop);

}  // namespace amorph::partition
