// St-connectivity: the number of arcs on a shortest path from one vertex to another.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::stcon {

inline constexpr std::uint32_t unreached = ~std::uint32_t{0};

enum class strategy : std::uint32_t {
  automatic,  // coloured
  coloured,   // two coloured searches, from both ends (IIIT report, section V)
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  stcon::strategy strategy = stcon::strategy::automatic;
};

struct result {
  std::uint32_t distance = unreached;  // arcs on a shortest path from one to the other
  std::uint64_t visited = 0;           // vertices that either search coloured
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {1.7, 0.08, 0.03}, .long_paths = {8, 5.5, 0.7}};

// Searches from both ends in turn until their colours meet; weights are ignored. Work: the smaller balls around both.
// The distance is the same on every backend and number of threads. error: bad_input (a vertex out of range; a graph
// that contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, std::uint32_t from, std::uint32_t to,
                           const options& options = {});

}  // namespace amorph::stcon
