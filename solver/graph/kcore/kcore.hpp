// Core numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::kcore {

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,  // peel
  peel,       // vertices of the lowest remaining degree are removed, level by level (ParK 2014, PKC 2017)
  h_index,    // every vertex takes the h-index of its neighbours' estimates until none changes (Lue et al. 2016)
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  kcore::strategy strategy = kcore::strategy::automatic;
};

struct result {
  std::vector<std::uint32_t> core;  // per vertex: the largest k such that it is in a subgraph of minimum degree k
  std::uint32_t max_core = 0;
  std::uint64_t in_max_core = 0;  // vertices with that core number
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {16, 1, 0.3}, .long_paths = {16, 1, 0.15}};

// The core numbers of the simple undirected graph that underlies the input: the direction of arcs, loops, duplicate
// arcs and weights are ignored. An undirected graph whose rows ascend without loops and duplicates is used as
// it is; any other input is first converted, which is part of `load_ms` (a radix sort of the arcs; 16 bytes per arc of
// scratch, twice that if it is directed). Work: O(n + m) by `peel`; O(m log degree) per round by `h_index`. Memory: 20
// bytes per vertex, in addition to the graph. The answer depends on the graph alone: it is the same for every strategy,
// backend and number of threads. error: bad_input (a graph that contradicts itself), no_device, out_of_memory,
// interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::kcore
