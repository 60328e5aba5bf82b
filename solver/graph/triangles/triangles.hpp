// Triangle counting.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::triangles {

enum class strategy : std::uint32_t {
  automatic,  // on a CPU bitmap if there is memory; search otherwise
  search,     // vertices of the shorter row are looked up in the longer
  bitmap,     // a bitmap of each thread marks a row; CPU only; a device runs search
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  triangles::strategy strategy = triangles::strategy::automatic;
  bool per_vertex = false;
};

struct result {
  std::uint64_t triangles = 0;
  std::vector<std::uint64_t> count;  // per vertex: the triangles that it is in; empty unless asked for
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {270, 0.1, 1}, .long_paths = {8, 0.1, 0.2}};

// Counts the triangles of the undirected simple graph: direction, self-loops, parallel arcs and weights are ignored.
// O(m^1.5) comparisons, times a logarithm for `search`. Memory: 12 bytes per arc if the graph is undirected with
// strictly ascending rows (4 on a CPU, none for `bitmap` if they have at most 32 arcs), otherwise 40 bytes per arc;
// `bitmap` takes one bit per vertex and thread, counts per vertex 8 bytes per vertex. Exact, and so the same
// everywhere. error: bad_input (a graph that contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::triangles
