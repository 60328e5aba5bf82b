// Breadth-first search.
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

namespace amorph::bfs {

inline constexpr std::uint32_t unreached = ~std::uint32_t{0};

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,     // direction; on high-diameter graphs persistent on a device, worklist on the CPU; if memory is short,
                 // worklist, then compacted
  mask,          // a flag per vertex; every step visits all vertices
  compacted,     // the flagged vertices are collected into a list by a prefix sum
  worklist,      // a list of the vertices claimed by compare-and-swap; one atomic addition appends many
  local_queues,  // worklist with queues in shared memory; on the CPU: worklist, whose threads have queues
  prefix_sum,    // worklist with slots assigned by a prefix sum, without atomics
  scatter_gather,  // worklist with a slot for every arc, then compaction
  donation,        // worklist, a thread per vertex; work beyond a thread's share is given to all
  children,        // worklist, long adjacency lists by child kernels; on the CPU: donation
  duplicates,      // worklist without atomics on levels: a vertex may be listed more than once
  unique,          // the same, with duplicates filtered out
  split,           // worklist over pieces of adjacency lists of bounded length (IISc report, section 4.2)
  direction,       // worklist, and bottom-up while the frontier is large (Beamer, Asanovic, Patterson, SC 2012); on a
                   // device one launch for all steps, up to 2^28 vertices
  persistent,      // one launch for all steps; on the CPU: worklist
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  bfs::strategy strategy = bfs::strategy::automatic;
  bool parents = true;  // build the tree
  bool leave = false;   // only result.backend_level, in the memory of the backend; no tree, no counts
};

struct result {
  std::vector<std::uint32_t> level;  // arcs from the nearest source, or unreached
  // The minimum vertex one level up with an arc to this one; a source itself; or unreached.
  std::vector<std::uint32_t> parent;
  std::uint64_t reached = 0;  // vertices, including sources
  std::uint32_t depth = 0;    // the maximum level
  backend_array<std::uint32_t> backend_level;
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {1.7, 0.08, 0.03}, .long_paths = {8, 5.5, 0.7}};

// From all sources at once; weights are ignored. O(n + m) work, but O(n depth + m) for `mask` and `compacted`. The
// answer depends on the graph and the sources alone. error: bad_input (no source, or one out of range; a graph that
// contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::bfs
