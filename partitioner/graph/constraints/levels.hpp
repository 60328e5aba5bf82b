// A hierarchy of graphs on the host.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition {

struct host_level {
  initial::small_graph graph;
  std::vector<initial::vertex> map;  // from the finer graph
};

// Weight sum over all vertices, per constraint.
[[nodiscard]] std::vector<initial::weight> totals(const initial::small_graph& g);

// Coarser graphs until one has at most `enough` vertices, or matching stalls. With a part for each vertex, vertices of
// different parts are not matched, so the partition is one of all levels.
[[nodiscard]] std::vector<host_level> coarsened(const initial::small_graph& finest, initial::vertex enough,
                                                initial::random_numbers& random, const stop_check& check_stop,
                                                span<const std::uint32_t> part = {});

// A value for each vertex of the finer graph.
template <class T> std::vector<T> projected(const std::vector<initial::vertex>& map, const std::vector<T>& coarse) {
  std::vector<T> fine(map.size());
  for (std::size_t v = 0; v != map.size(); ++v) fine[v] = coarse[map[v]];
  return fine;
}

// Limits of a level: coarse vertices rarely add up to the targets, so there a part may be off by two average vertices.
[[nodiscard]] std::vector<std::int64_t> level_limits(const initial::small_graph& g, span<const std::int64_t> limit,
                                                     bool finest);

}  // namespace amorph::partition
