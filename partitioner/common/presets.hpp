// How much time partitioners take: a row per preset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "partitioner/common/named_rows.hpp"

namespace amorph::hypergraph {

// Vertices with different guards are not contracted: communities, found with all nets of one weight, or by their size.
enum class guards : std::uint32_t { none, communities, communities_by_size };

// On partitions from scratch.
struct start_effort {
  std::uint32_t starts;      // partitions, of which the best is improved
  std::uint32_t bisections;  // attempts at each bisection of recursive bisection; 0: of two parts, without coarsening
  std::uint32_t coarsest;    // vertices per part, of the coarsest hypergraph
  guards even, odd;          // of every other start, beginning with the first
};

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

}  // namespace amorph::hypergraph

namespace amorph::partition {

// In the order of amorph.h.
enum class preset : std::uint8_t { standard, fast, quality };

// On a graph.
struct effort {
  // Partitions of the coarsest graph; with many parts fewer: random differences even out over their boundaries. More
  // cost time and gain little after refinement.
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

struct preset_row {
  const char* name;
  effort graphs;
  hypergraph::effort netlists;
};
using hypergraph::guards;
// clang-format off: a table.
inline constexpr preset_row presets[] = {
    {"default", {6, 2, false, 30, 20, 1u << 22, true, preset::fast, false, preset::quality},
     {{2, 3, 400, guards::communities, guards::none}, {2, 2, 300, guards::communities, guards::none},
      {1, 6, 160, guards::communities_by_size, guards::none}, 16, 40, 1, 0, true, 6, 1, 8, 1u << 20}},
    {"fast", {2, 1, true, 30, 20, 1u << 22, false, {}, false, preset::fast},
     {{1, 0, 80, guards::communities, guards::none}, {1, 1, 80, guards::communities, guards::none},
      {1, 1, 80, guards::communities, guards::none}, 10, 100, 0, 0, false, 3, 0, 0, 1u << 20}},
    {"quality", {12, 12, false, 200, 200, ~std::uint64_t{0}, false, preset::standard, true, preset::quality},
     {{2, 3, 400, guards::communities, guards::communities_by_size},
      {2, 6, 300, guards::communities, guards::communities_by_size},
      {2, 8, 160, guards::communities, guards::communities_by_size}, 20, 40, 1, 1, false, 10, 3, 16, 1u << 22}}};
// clang-format on
static_assert(std::size(presets) == static_cast<std::size_t>(preset::quality) + 1);
[[nodiscard]] inline const preset_row& row_of(preset p) { return presets[static_cast<std::size_t>(p)]; }
[[nodiscard]] inline std::optional<preset> parse_preset(std::string_view word) noexcept {
  return find_by_name<preset>(presets, word);
}
[[nodiscard]] inline std::string_view to_string(preset p) noexcept { return row_of(p).name; }

}  // namespace amorph::partition
