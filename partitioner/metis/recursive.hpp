// Recursive bisection, as METIS_PartGraphRecursive: each half is divided again by the partitioner for two parts.
#pragma once

#include "amorph/partition.hpp"

namespace amorph::metis {

// `options.parts` is 2 or more and at most the number of vertices; one constraint, the cut as objective.
// options.imbalance holds for each bisection, so that of k parts may be its log2(k)th power, as with METIS. Parts have a
// vertex each. Throws as partition::divide does, which is called parts - 1 times at most on graphs that add up to
// log2(parts) times this one. The answer depends on graph, options and seed alone.
[[nodiscard]] partition::result bisect_recursively(const partition::graph& graph, const partition::options& options);

}  // namespace amorph::metis
