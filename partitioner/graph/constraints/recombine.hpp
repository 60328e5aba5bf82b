// Balance of connected parts, by redrawing the border between two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

// Where a connected part exceeds its limit, it and an adjacent part become one and are split again, at an edge of a
// spanning tree, if that leaves less excess, squared: then both are connected. In passes over such parts, the heaviest
// first, until none is found. Never increases the excess; the cut may grow. Deterministic, on one thread. One
// constraint. O(n + m), and for each attempt the edges of both parts, times a logarithm; in all at most 64 times O(n +
// m).
void recombine(const graph& g, span<const std::int64_t> limit, std::uint64_t seed, const stop_check& check_stop,
               std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
