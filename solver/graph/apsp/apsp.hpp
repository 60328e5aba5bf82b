// All-pairs shortest paths, distances of 31 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::apsp {

inline constexpr std::uint32_t unreached = 0x7fffffff;

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,  // blocked, or from_sssp at a low average degree; streamed if memory is short
  blocked,    // blocked Floyd-Warshall; products with empty tiles are skipped (IIIT report, section VII.B)
  recursive,  // R-Kleene: two halves, each closed recursively, and six products (section VII.C)
  from_sssp,  // a search from each vertex, many in parallel (section VII.A)
  streamed,   // blocked, with the matrix in host memory; on a device also used for the first two if memory is short
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  apsp::strategy strategy = apsp::strategy::automatic;
  bool distances = true;  // return the matrix, not only its totals
};

struct result {
  std::uint32_t vertices = 0;
  host_array<std::uint32_t> distance;  // vertices * vertices, a row per source; or unreached
  std::uint64_t pairs = 0;             // with a path, including each vertex and itself
  __int128 sum = 0;                    // of the distances
  std::uint32_t largest = 0;           // distance
  run_statistics stats;

  [[nodiscard]] span<const std::uint32_t> row(std::uint32_t from) const {
    return {distance.data() + std::size_t{from} * vertices, vertices};
  }
};

inline constexpr graph::costs costs{
    .short_paths = {0.035, 0, 0.00008}, .long_paths = {0.035, 0, 0.00008}, .cubic = true};

// Weights are integers of 0 or more, of 32 or 64 bits, 1 if the graph has none; distances are at most 2^31 - 2. An arc
// of a larger weight is part of no path, and an error only if a vertex has no other path. (sssp.hpp has wider
// distances, and floats.) Work: O(n^3) for blocked, recursive and streamed, n searches for from_sssp. Memory: 4 n^2
// bytes on the backend (recursive: 5 n^2; from_sssp: 24 n more per team; streamed: a few rows of blocks), rounded up to
// tiles, and 4 n^2 on the host for the matrix; checked before anything is computed. Host memory is processed by
// run.threads threads, on a device too. The answer is the same for every strategy, backend and number of threads.
// error: bad_input (float or negative weights; a distance of 2^31 - 1 or more), no_device, out_of_memory,
// interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::apsp
