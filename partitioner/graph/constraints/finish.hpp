// Objectives and constraints that the multilevel core does not know.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {

// Whether finish() has anything to do.
[[nodiscard]] inline bool has_demands(const options& o) {
  return o.constraints > 1 || !row_of(o.objective).of_edges() || o.contiguous || o.minimise_connections;
}

// All edges weigh 1 for objectives that do not depend on weights.
[[nodiscard]] inline initial::wide_graph widened(const graph& g, const options& o) {
  return initial::widened(g, o.constraints, row_of(o.objective).of_edges());
}

// The weight of each constraint in the excess, so that all constraints count about the same.
[[nodiscard]] std::vector<initial::weight> constraint_scales(const initial::wide_graph& g);

// Of the searches on the finest graph.
[[nodiscard]] initial::search_effort effort_on_finest(const options& o);

// Fulfils the demands of the options on a given partition: no empty part, connected parts, limits (part by part, with
// an entry for each constraint), few connections, then the objective. Deterministic, on one thread. O((n + m) log n)
// expected work, about 30 bytes per adjacency entry.
void finish(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
            const stop_check& check_stop, std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
