// What the presets spend.
#pragma once

#include <cstddef>
#include <cstdint>

#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// On partitions from scratch.
struct start_effort {
  std::uint32_t starts;      // partitions, of which the best is improved
  std::uint32_t bisections;  // attempts at each bisection of recursive bisection; 0: of two parts, without coarsening
  std::uint32_t coarsest;    // vertices per part, of the coarsest hypergraph
  guards even, odd;          // of every other start, beginning with the first
};

// One row per preset.
struct effort {
  start_effort of_two, of_few, of_many;  // parts: 2, up to 8, more
  std::uint32_t flat_attempts;           // at bisections of a coarsest hypergraph; half as many of each in recursion
  std::uint32_t fruitless;               // moves without improvement that end a search in these attempts
  std::uint32_t vcycles, vcycles_with_costs;  // without and with costs of moves
  bool cuts_of_two;                           // minimum cuts alone improve two parts, in the place of V-cycles
  std::uint32_t rounds;
  std::uint32_t flow_rounds;      // of minimum cuts between parts, when a partition is improved
  double flow_region;             // size of the region around a cut, in units of what balance alone would allow
  std::uint64_t largest_on_host;  // pins of a level that is refined on the host
};
// clang-format off: a table.
inline constexpr effort efforts[] = {
    {{2, 3, 400, guards::communities, guards::none}, {2, 2, 300, guards::communities, guards::none},  // standard
     {1, 6, 160, guards::communities_by_size, guards::none}, 16, 40, 1, 0, true, 6, 1, 8, 1u << 20},
    {{1, 0, 80, guards::communities, guards::none}, {1, 1, 80, guards::communities, guards::none},  // fast
     {1, 1, 80, guards::communities, guards::none}, 10, 100, 0, 0, false, 3, 0, 0, 1u << 20},
    {{2, 3, 400, guards::communities, guards::communities_by_size},  // quality
     {2, 6, 300, guards::communities, guards::communities_by_size},
     {2, 8, 160, guards::communities, guards::communities_by_size}, 20, 40, 1, 1, false, 10, 3, 16, 1u << 22}};
// clang-format on
inline const effort& effort_of(const options& o) { return efforts[static_cast<std::size_t>(o.preset)]; }
inline const start_effort& start_effort_of(const options& o) {
  const effort& e = effort_of(o);
  return o.parts <= 2 ? e.of_two : o.parts <= 8 ? e.of_few : e.of_many;
}

}  // namespace amorph::hypergraph
