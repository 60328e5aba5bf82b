// Graphs as hypergraphs: their edges or the closed neighbourhoods of their vertices as nets.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Parts within `limit` (per part and constraint) for which an objective of nets is small; none if the limits cannot be
// kept, as with a vertex heavier than a part may be, or if it would take too much memory. The answer does not depend on
// the backend and the number of threads.
[[nodiscard]] std::vector<std::uint32_t> divide_by_neighbourhoods(const graph& g, const options& o,
                                                                  span<const std::int64_t> limit, std::uint64_t seed,
                                                                  backend where);

// Parts that keep fixed vertices and groups, for the cut or an objective of nets, close to the start if there is one.
// Limits that fixed vertices with their groups, or the heaviest vertex or group, exceed are raised. `stats`: backend,
// threads, times and levels of the run. Throws as hypergraph::divide().
[[nodiscard]] std::vector<std::uint32_t> divide_with_fixed(const graph& g, const options& o,
                                                           span<const std::int64_t> limit, std::uint64_t seed,
                                                           backend where, statistics& stats);

}  // namespace amorph::partition
