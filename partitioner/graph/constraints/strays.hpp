// Connected parts where that costs nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/constraints/device_figures.hpp"

namespace amorph::partition {

// A component of a part, but its heaviest, has no edge into the part: the cut shrinks if the component joins an
// adjacent part. Those that fit within the limits do so; if few remain, also those for which boundary vertices of full
// parts can move on to others without a larger cut (shifting). If some still remain and the graph has at most 2000
// vertices and arcs per part, the partition is made contiguous (finish()), and that is kept if the limits are and the
// cut is at most 1% larger. One constraint. Nearly O(n + m) in parallel if all parts are connected; less with
// `figures`, which a device has counted of `part`: they follow, or are forgotten.
void join_strays(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                 const stop_check& check_stop, std::vector<std::uint32_t>& part, device_figures* figures = nullptr);

}  // namespace amorph::partition
