// A hierarchy of graphs on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {

struct host_level {
  wide_graph graph;
  std::vector<vertex> map;  // from the finer graph
};

// Coarser graphs until one has at most `enough` vertices, or matching stalls, as on stars. With a part for each vertex,
// vertices of different parts are not matched, so the partition is one of all levels.
[[nodiscard]] std::vector<host_level> coarsened(const wide_graph& finest, vertex enough, random_numbers& random,
                                                bisect_scratch& scratch, const stop_check& check_stop = {},
                                                span<const std::uint32_t> part = {});
// Vertices of the coarsest level on which a k-way partition is refined.
[[nodiscard]] vertex enough_for_refinement(const wide_graph& finest, std::uint32_t parts);

// A value for each vertex of the finer graph.
template <class T> std::vector<T> projected(const std::vector<vertex>& map, const std::vector<T>& coarse) {
  std::vector<T> fine(map.size());
  for (std::size_t v = 0; v != map.size(); ++v) fine[v] = coarse[map[v]];
  return fine;
}
// A value for each vertex of the level's graph; those of vertices that were contracted are equal.
template <class T> std::vector<T> restricted(const host_level& level, const std::vector<T>& fine) {
  std::vector<T> coarse(level.graph.vertices());
  for (std::size_t v = 0; v != fine.size(); ++v) coarse[level.map[v]] = fine[v];
  return coarse;
}

// Limits of a level: coarse vertices rarely add up to the targets, so there a part may be off by two average vertices.
[[nodiscard]] std::vector<std::int64_t> level_limits(const wide_graph& g, span<const std::int64_t> limit, bool finest);

}  // namespace amorph::partition::initial
