// Whether a partition of the core needs the host's searches.
#pragma once

#include "partitioner/common/partition.hpp"
#include "partitioner/graph/core_calls.hpp"

namespace amorph::partition {

// Searches of smaller graphs still gain a percent or two; in larger ones they take as long as all the rest, on one
// thread.
[[nodiscard]] bool is_large_for_searches(const graph& g, const options& o);

// Whether the core has fulfilled all demands: connected parts and a refined volume, if asked for, within the limits
// (part by part, with an entry for each weight), and no part empty. O(n).
[[nodiscard]] bool is_finished(const graph& g, const options& o, span<const std::int64_t> limit,
                               const std::vector<std::uint32_t>& part, const core_calls& core);

// Fulfils the remaining demands, near the boundaries if the graph is large and that suffices.
void finish_searches(cpu_exec& host, const graph& g, const options& o, span<const std::int64_t> limit,
                     std::uint64_t seed, std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
