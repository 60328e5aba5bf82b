// Balance of connected parts, by redrawing the border between two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/wide_graph.hpp"

namespace amorph::partition {

// A connected part above its limit passes weight on along a path of parts to one with capacity: of the pairs on the
// path, from its end on, both become one part and are split again, at that edge of a few spanning trees that moves the
// weight for the smallest cut. Where that fails, an adjacent part shares the excess. In passes, the heaviest parts
// first. Connected parts stay connected, and the sum of the squared excesses never grows; the cut may, and the pairs of
// adjacent parts. Deterministic, on one thread. One constraint. O(n + m), and for each pair the edges of both, times
// the logarithm of their number and the depth of the trees; no further pair after 64 times O(n + m), or 2^20 arcs.
void recombine(const initial::wide_graph& g, span<const std::int64_t> limit, std::uint64_t seed,
               const stop_check& check_stop, std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
