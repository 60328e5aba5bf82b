// A partition to improve, for a graph that has changed since.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Throws bad_input if start and costs of moves do not fit the graph and the other options. O(n).
void check_start(const graph& g, const options& o);

struct start_partition {
  std::vector<std::uint32_t> part;      // per vertex
  std::vector<std::uint32_t> old_part;  // per vertex: the part in options::start, or ~0; empty without costs of moves
  std::vector<std::int64_t> weight;     // per part
  std::uint32_t added = 0;              // new vertices
  std::uint32_t empty_parts = 0;        // of the given partition
};

// Empty parts, at most 16, get a component of new vertices, or the surroundings of a vertex where the heaviest parts
// meet. Puts each new vertex in the part that it is most connected to, in breadth-first order from the others. Those
// that are connected to none fill the parts with the most free weight. One weight per vertex counts. O(n + m) for each
// empty part.
[[nodiscard]] start_partition completed_start(const graph& g, const options& o, span<const std::int64_t> target);

// Whether refinement can restore the balance at a reasonable cut: the parts exceed their limits by at most an eighth of
// the total weight, at most half of the vertices are new, and at most 16 parts were empty. With several weights, their
// shares of excess are added. `limit`: part by part, with an entry for each constraint. O(n).
[[nodiscard]] bool is_worth_improving(const graph& g, const options& o, const start_partition& start,
                                      span<const std::int64_t> limit);

// Renames the parts so that as much weight as possible, found greedily, stays where it was. Only parts of equal
// targets are exchanged. O(n log n).
void keep_names(const graph& g, const options& o, std::vector<std::uint32_t>& part);

[[nodiscard]] std::uint32_t count_moved(const options& o, const std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
