// Minimum spanning forests.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::mst {

// The forest is the same for all.
enum class strategy : std::uint32_t {
  automatic,        // filter; on the CPU kruskal on few threads; components if memory is short
  propagate,        // trees are colours, propagated along the chosen edges (IIIT report, section VIII)
  components,       // trees joined along the chosen edges, one representative per cycle ("Morph Algorithms", section 5)
  edges,            // an edge list and disjoint sets; edges within a tree are dropped (after ECL-MST, SC 2023)
  filter,           // the same for the lightest edges first, then for those that still join two trees
  kruskal,          // filter-Kruskal (Osipov, Sanders, Singler, ALENEX 2009); on the CPU
  stm,              // trees joined by transactions with invisible reads ("Efficient Transactional-Memory-based
                    // Implementation of Morph Algorithms on GPU", chapter 3)
  stm_priority,     // the same; the lower tree has priority (the thesis's strategy)
  stm_pessimistic,  // the same, with locks
  stm_block,        // the same; one transaction per thread block at a time
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  mst::strategy strategy = mst::strategy::automatic;
};

struct result {
  std::vector<std::uint64_t> arcs;        // of the forest, ascending; of the two arcs of an edge, the lower vertex's
  std::uint64_t components = 0;           // trees, including single vertices
  std::variant<__int128, double> weight;  // the sum of weights: exact for integers
  run_statistics stats;
  std::optional<transaction_statistics> transactions;  // by transactions: of the last repetition
};

inline constexpr graph::costs costs{.short_paths = {34, 9, 0.16}, .long_paths = {68, 3, 0.2}},
    costs_without_weights{.short_paths = {0, 4, 0.16}, .long_paths = {0, 4, 0.2}};

// The minimum spanning forest of the graph as an undirected one; self-loops are ignored, weights may be negative. Ties
// are broken by arc order, so the forest is unique: it is the same for every strategy, backend and number of threads.
// O(m log n) work. error: bad_input (2^32 - 1 arcs or more; by transactions 2^31 - 1 vertices or more; a graph that
// contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::mst
