// Breadth-first search.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::bfs {

inline constexpr std::uint32_t unreached = ~std::uint32_t{0};

// How frontiers are kept and edges shared out; the answer is the same.
enum class strategy : std::uint32_t {
  automatic,     // where paths look long persistent on a device and worklist on the CPU, else direction; where there is
                 // no memory for these, worklist, then compacted
  mask,          // a flag a vertex, every vertex looked at in every step
  compacted,     // the flagged vertices put in a list by a prefix sum
  worklist,      // a list that vertices claimed by compare-and-swap are appended to, one addition for many
  local_queues,  // the same through queues in shared memory; on the CPU: worklist, whose threads have queues
  prefix_sum,    // the same, places in the list by a prefix sum over what is found, without atomics
  scatter_gather,  // the same, a slot in the list for every arc, and holes closed
  donation,        // worklist, a thread a row; what is more than a thread's share is given to all
  children,        // the same, long rows by kernels that their threads launch; on the CPU: donation
  duplicates,      // worklist without atomics on levels: a vertex may be listed more than once
  unique,          // the same, and doubles are sifted out
  split,           // worklist over pieces of rows, none longer than most rows are (IISc report, section 4.2)
  direction,       // worklist, and from below where the frontier is large (Beamer, Asanovic, Patterson, SC 2012)
  persistent,      // one launch for all steps; on the CPU: worklist
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  bfs::strategy strategy = bfs::strategy::automatic;
  bool parents = true;  // make the tree too
};

struct result {
  std::vector<std::uint32_t> level;  // arcs from the nearest source, or unreached
  std::vector<std::uint32_t>
      parent;                 // the least vertex a level below with an arc to this; a source itself; or unreached
  std::uint64_t reached = 0;  // vertices, sources too
  std::uint32_t depth = 0;    // the greatest level
  run_statistics stats;
};

// From all sources at once; weights do not count. O(n + m) work but for `mask` and `compacted`, O(n depth + m). The answer
// depends on graph and sources alone. error: bad_input (no source, or one out of range; a graph that contradicts itself),
// no_device, out_of_memory.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::bfs
