// What the presets spend.
#pragma once

#include <cstddef>
#include <cstdint>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// On partitions from scratch.
struct start_effort {
  std::uint32_t starts;      // partitions, of which the best is improved
  std::uint32_t bisections;  // attempts at each bisection of recursive bisection; 0: of two parts, without coarsening
  std::uint32_t coarsest;    // vertices per part, of the coarsest hypergraph
};

// One row per preset.
struct effort {
  start_effort of_two, of_few, of_many;  // parts: 2, up to 8, more
  std::uint32_t flat_attempts;           // at bisections of a coarsest hypergraph; half as many of each in recursion
  std::uint32_t fruitless;               // moves without improvement that end a search in these attempts
  std::uint32_t vcycles, rounds;
  std::uint32_t flow_rounds;      // of minimum cuts between parts, when a partition is improved
  double flow_region;             // size of the region around a cut, in units of what balance alone would allow
  std::uint64_t largest_on_host;  // pins of a level that is refined on the host
};
inline constexpr effort efforts[] = {
    {{1, 0, 80}, {1, 1, 80}, {1, 1, 80}, 10, 100, 0, 3, 0, 0, 1u << 20},      // fast
    {{2, 3, 400}, {2, 2, 300}, {1, 6, 160}, 16, 40, 1, 6, 1, 8, 1u << 20},    // standard
    {{2, 3, 400}, {2, 6, 300}, {2, 8, 160}, 20, 40, 1, 10, 3, 16, 1u << 22},  // quality
};
inline const effort& effort_of(const options& o) { return efforts[static_cast<std::size_t>(o.preset)]; }
inline const start_effort& start_effort_of(const options& o) {
  const effort& e = effort_of(o);
  return o.parts <= 2 ? e.of_two : o.parts <= 8 ? e.of_few : e.of_many;
}

}  // namespace amorph::hypergraph
