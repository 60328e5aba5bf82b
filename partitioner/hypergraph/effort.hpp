// What the presets spend.
#pragma once

#include <cstddef>
#include <cstdint>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// One row per preset.
struct effort {
  std::uint32_t starts_of_two, starts;  // partitions, of which the best is improved: into two parts, into more
  std::uint32_t flat_attempts;          // at bisections of a coarsest hypergraph
  std::uint32_t bisections_of_few;      // attempts at each bisection of recursive bisection, into up to 8 parts
  std::uint32_t bisections;             // and into more
  std::uint32_t fruitless;              // moves without improvement that end a search in these attempts
  std::uint32_t vcycles, rounds;
  std::uint32_t coarsest;         // vertices per part, of the coarsest hypergraph
  std::uint32_t flow_rounds;      // of minimum cuts between parts, when a partition is improved
  double flow_region;             // size of the region around a cut, in units of what balance alone would allow
  std::uint64_t largest_on_host;  // pins of a level that is refined on the host
};
inline constexpr effort efforts[] = {
    {1, 1, 10, 1, 1, 100, 0, 3, 80, 0, 0, 1u << 20},     // fast
    {2, 1, 20, 9, 6, 40, 1, 6, 160, 1, 8, 1u << 20},     // standard
    {6, 6, 40, 8, 8, 100, 4, 10, 160, 3, 16, 1u << 22},  // quality
};
inline const effort& effort_of(const options& o) { return efforts[static_cast<std::size_t>(o.preset)]; }
inline std::uint32_t starts_of(const options& o) {
  return o.parts == 2 ? effort_of(o).starts_of_two : effort_of(o).starts;
}
inline std::uint32_t bisections_of(const options& o) {
  return o.parts <= 8 ? effort_of(o).bisections_of_few : effort_of(o).bisections;
}

}  // namespace amorph::hypergraph
