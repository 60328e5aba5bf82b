// Strongly connected components.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/component_labels.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"

namespace amorph::scc {

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,         // forward_backward; on high-diameter graphs min_worklist on a device and tarjan on the CPU
  min_propagation,   // every vertex learns the minimum that reaches it and that it reaches (ECL-SCC, SC 2023)
  min_worklist,      // the same; only vertices whose minimum fell pass it on
  forward_backward,  // the giant component by two searches from a pivot, the rest as automatic does (Multistep, 2014)
  tarjan,            // one depth-first search on one thread (Tarjan 1972, Pearce 2016); on a device: min_worklist
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  scc::strategy strategy = scc::strategy::automatic;
};

using result = component_labels;

inline constexpr graph::costs costs{.short_paths = {20, 0.5, 0.1}, .long_paths = {90, 15, 25}};

// The strongly connected components; weights, loops and duplicate arcs are ignored. The answer depends on the graph
// alone: it is the same for every strategy, backend and number of threads. Work: O(n + m) by `tarjan`; O((n + m) log n)
// on average, and more for adversarial vertex orders, by `min_propagation`; O(n + m) for each search of
// `forward_backward`, whose second one visits adjacency lists in every round. Memory, in addition to the graph: 28
// bytes per vertex at most by `tarjan`; 8 bytes per vertex and 16 per arc by `min_propagation`; 44 bytes per vertex and
// the transpose by `min_worklist`; the same for the rest, and 12 bytes per vertex, by `forward_backward`. error:
// bad_input (a graph that contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::scc
