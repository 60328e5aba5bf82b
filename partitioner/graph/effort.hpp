// What the presets spend on a graph.
#pragma once

#include <cstdint>
#include <optional>

#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// One row per preset.
struct effort {
  // Partitions of the coarsest graph; with many parts fewer: what is random evens out over their boundaries. More cost
  // time and gain little after refinement.
  unsigned initial, initial_of_many;
  bool few_steps;                       // of the core's refinement; the host's searches then gain nothing after it
  unsigned patience, patience_several;  // moves without improvement that end a search; with several weights
  std::uint64_t large;                  // vertices and adjacency entries from which searches are left out, or confined
  bool searches_bisection;              // near the boundary between two parts
  // With which the hypergraph of neighbourhoods is divided, for objectives of nets; none: it is not.
  std::optional<preset> neighbourhoods;
  bool thorough;    // several partitions are combined; coarse levels and improved partitions are searched as others
  preset of_shard;  // with which a process of ParMETIS improves its shard
};
inline constexpr effort efforts[] = {
    {6, 2, false, 30, 20, 1u << 22, true, preset::fast, false, preset::quality},                    // standard
    {2, 1, true, 30, 20, 1u << 22, false, {}, false, preset::fast},                                 // fast
    {12, 12, false, 200, 200, ~std::uint64_t{0}, false, preset::standard, true, preset::quality}};  // quality
[[nodiscard]] inline const effort& effort_of(const options& o) { return efforts[static_cast<std::size_t>(o.preset)]; }

}  // namespace amorph::partition
