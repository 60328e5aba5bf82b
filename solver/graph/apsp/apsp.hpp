// Shortest paths between all pairs of vertices, distances of 31 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::apsp {

inline constexpr std::uint32_t unreached = 0x7fffffff;

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,  // blocked, or from_sssp where arcs are few for the vertices; streamed where there is no memory for either
  blocked,  // Floyd-Warshall in tiles; products with tiles that reach nothing are left out (IIIT report, section VII.B)
  recursive,  // R-Kleene: two halves, each closed by recursion, and six products (section VII.C)
  from_sssp,  // a search from each vertex, many at a time (section VII.A)
  streamed,   // blocked, with the matrix on the host; taken on a device for the first two where its memory is too small
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  apsp::strategy strategy = apsp::strategy::automatic;
  bool distances = true;  // bring the matrix back, not the sums alone
};

struct result {
  std::uint32_t vertices = 0;
  host_array<std::uint32_t> distance;  // vertices * vertices, row by row: from a source to all; or unreached
  std::uint64_t pairs = 0;             // that are reached, a vertex from itself among them
  std::string sum = "0";               // of their distances, which may leave 64 bits
  std::uint32_t largest = 0;           // of them
  run_statistics stats;

  [[nodiscard]] span<const std::uint32_t> row(std::uint32_t from) const {
    return {distance.data() + std::size_t{from} * vertices, vertices};
  }
};

// Weights are whole numbers of 0 or more, in 32 or 64 bits, 1 where the graph has none; distances are at most 2^31 - 2. An arc
// of a larger weight is part of none, and is in nobody's way unless it alone leads somewhere. (One source's distances may be
// wider, or of floats: paths.hpp.) Work O(n^3) for blocked, recursive and streamed, n searches for
// from_sssp. Memory: 4 n^2 bytes where it runs (recursive: 5 n^2; from_sssp: 24 n more for each team; streamed: a few rows of
// blocks), rounded up to tiles, and 4 n^2 on the host for the matrix; checked before anything is computed. What stands on the
// host is worked on by run.threads threads, on a device too.
// error: bad_input (weights of floats, or below 0; a distance of 2^31 - 1 or more), no_device, out_of_memory.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::apsp
