// Shortest paths from sources, weights of 0 or more.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::sssp {

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};
inline constexpr std::uint64_t unreached = ~std::uint64_t{0};

// How vertices to go on from are kept; the answer is the same.
enum class strategy : std::uint32_t {
  automatic,  // on a device persistent where paths are long, else prefix_sum; near_far; of these what there is memory for,
              // else worklist, then topology
  mask,       // a flag a vertex and a second array of distances, lowered atomically (IIIT report, section VI)
  topology,    // every vertex in every step, no atomics ("Atomic-free Irregular Computations on GPUs")
  worklist,    // a list of the vertices whose distances fell, each once, places in it by a counter
  prefix_sum,  // the same, places by a prefix sum over what is found
  donation,    // worklist, a thread a row; what is more than a thread's share is given to all
  children,    // the same, long rows by kernels that their threads launch; on the CPU: donation
  split,       // the same over pieces of rows, none longer than most rows are (IISc report, section 4.2)
  near_far,    // worklist within a window of distances that moves on; what is beyond waits
  persistent,  // the same in one launch; on the CPU: near_far
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  sssp::strategy strategy = sssp::strategy::automatic;
  bool parents = true;  // make the tree too
  double window = 0;    // near_far, persistent: the window's width; 0: chosen from weights and degrees
};

struct result {
  std::vector<std::uint64_t> distance;  // from the nearest source, or unreached; whole weights
  std::vector<double> real;             // the same for float weights, or infinity
  // The least vertex whose arc here is tight, among those nearer to the source where there are such (tight_tree.hpp); a
  // source itself; or no_parent.
  std::vector<std::uint32_t> parent;
  std::uint64_t reached = 0;
  run_statistics stats;
};

// From all sources at once. Whole weights are added in 64 bits, floats in double precision from the source onward; the
// answer depends on graph and sources alone. Work: O(n + m) a step, few arcs more than once, for near_far and persistent
// with a fitting window; O(n m) at worst. error: bad_input (a negative weight, with its arc; no source or one out of
// range; a distance beyond 64 bits; a graph that contradicts itself), no_device, out_of_memory.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::sssp
