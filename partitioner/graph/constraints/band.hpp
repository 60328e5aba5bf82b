// Local searches near the boundaries of a partition.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

// Improves the cut by long local searches; parts within their limits stay there. For one constraint and no demands.
// Deterministic. O(n + m) in parallel to find the band, then, on one thread, O((n' + m') log n') expected work for a
// band of n' vertices and m' arcs.
void refine_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                 const stop_check& check_stop, std::vector<std::uint32_t>& part);

// The same for two parts, whose boundary is short enough to search by default: a narrower band, shorter searches, and
// nothing if the band has more than an eighth of the vertices, as in graphs without locality.
void refine_bisection_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                           std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part);

// The searches of finish() in a narrower band, for several constraints: `limit` part by part, with an entry for each.
void refine_several_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part);

// Near the boundaries, for the communication cost on a machine.
void refine_mapping_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part);

// finish() near the boundaries, of a large graph, for few connections and the cut: neither contiguity nor the volume
// can be seen there. False, and nothing has changed, if the band will not do: there are no boundaries, or the remainder
// of a part is too heavy.
bool finish_in_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                    std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
