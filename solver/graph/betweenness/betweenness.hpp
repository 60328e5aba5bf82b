// Betweenness centrality.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::betweenness {

enum class strategy : std::uint32_t {
  automatic,  // on a CPU sources, if there are as many as threads; levels otherwise
  levels,     // a batch of sources together, level by level
  sources,    // a thread per source; CPU only; a device runs levels
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

// By default all vertices are sources, up to this number of vertices.
inline constexpr std::uint32_t exact_up_to = 10000, default_samples = 16;

struct options {
  run_options run;
  betweenness::strategy strategy = betweenness::strategy::automatic;
  std::uint32_t samples =
      0;  // random sources if none are given; 0: all up to exact_up_to vertices, else default_samples
  std::uint64_t seed = 1;
};

struct result {
  std::vector<double> score;           // per vertex
  std::vector<std::uint32_t> sources;  // ascending
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {25, 1, 0.4}, .long_paths = {20, 12, 2.5}};

// score(v) = the sum over sources s != v and all targets t of the share of shortest paths from s to t that lead through
// v as an inner vertex. Neither normalised nor scaled to all sources. Arcs have their direction, weights are ignored,
// parallel arcs count as different paths. O(sources (n + m)) work; memory: 24 bytes per vertex for each source of a
// batch, which is as large as memory allows, a bit per arc for each thread, and for a directed graph the reverse arcs.
// The scores are the same to the bit on every backend and number of threads. error: bad_input (a source out of range; a
// graph that contradicts itself; path counts beyond 2^131000), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::betweenness
