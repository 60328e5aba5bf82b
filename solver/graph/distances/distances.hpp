// Shortest-path distances from every source separately; one row per source.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/backend_array.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::distances {

inline constexpr std::uint32_t unreached_hops = ~std::uint32_t{0};
inline constexpr std::uint64_t unreached = ~std::uint64_t{0};

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,  // bits for hops on graphs of low diameter, otherwise searches
  bits,       // hops: 64 sources share a search, a bit each; weighted distances by searches
  searches,   // searches side by side: one per thread of the CPU, or per share of the device's blocks
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

inline constexpr graph::costs costs{.short_paths = {10, 0.5, 0.01}, .long_paths = {30, 1, 0.05}};

struct options {
  run_options run;
  distances::strategy strategy = distances::strategy::automatic;
  bool hops = false;   // count arcs; weights are ignored
  bool leave = false;  // only result.backend_hops or backend_distance, in the memory of the backend; no count
};

// Rows of one value per vertex, in the order of the sources. One of the first three is filled.
struct result {
  std::vector<std::uint32_t> hops;      // arcs, or unreached_hops: of graphs without weights
  std::vector<std::uint64_t> distance;  // or unreached; integer weights
  std::vector<double> real;             // or infinity; float weights
  std::uint64_t reached = 0;            // pairs of a source and a vertex that it reaches
  backend_array<std::uint32_t> backend_hops;
  backend_array<std::uint64_t> backend_distance;  // of float weights: the bits of doubles, all ones if unreached
  run_statistics stats;
};

// Sources may occur more than once. Distances add up as in sssp::solve(). O(sources (n + m)) work; `bits` visits each
// arc once per level for up to 64 sources. Memory: 4 or 8 bytes per source and vertex.
// error: bad_input (a negative weight, a source out of range, a distance beyond 64 bits, a graph that contradicts
// itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::distances
