// Connected components.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/component_labels.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"

namespace amorph::components {

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,          // union_find
  union_find,         // disjoint sets joined along arcs (HPDC 2018), after sampling (IPDPS 2018)
  label_propagation,  // the minimum label along arcs, and pointer jumping (Shiloach, Vishkin 1982)
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  components::strategy strategy = components::strategy::automatic;
};

using result = component_labels;

inline constexpr graph::costs costs{.short_paths = {5, 0.1, 0.01}, .long_paths = {12, 0.3, 0.15}};

// The components of the graph; the direction of arcs, weights, loops and duplicate arcs are ignored. The answer
// depends on the graph alone: it is the same for every strategy, backend and number of threads. Work: near O(n + m), by
// `union_find` without most arcs if the graph is undirected and has one giant component; O((n + m) log n) by
// `label_propagation`. Memory: 4 bytes per vertex, on a device and beside the graph up to 16 more while the rows that
// remain are listed. error: bad_input (a graph that contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::components
