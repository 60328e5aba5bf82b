// Single-source shortest paths (from the nearest of several sources), weights of 0 or more.
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

namespace amorph::sssp {

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};
inline constexpr std::uint64_t unreached = ~std::uint64_t{0};

// The answer is the same for all.
enum class strategy : std::uint32_t {
  automatic,   // near_far; on a device prefix_sum, or persistent on high-diameter graphs; if memory is short, near_far,
               // then worklist, then topology
  mask,        // a flag per vertex and a second array of distances, lowered atomically (IIIT report, section VI)
  topology,    // every arc in every step, no atomics ("Atomic-free Irregular Computations on GPUs")
  worklist,    // a list of the vertices whose distance fell, each once, with slots assigned by a counter
  prefix_sum,  // worklist with slots assigned by a prefix sum
  donation,    // worklist, a thread per vertex; work beyond a thread's share is given to all
  children,    // worklist, long adjacency lists by child kernels; on the CPU: donation
  split,       // worklist over pieces of adjacency lists of bounded length (IISc report, section 4.2)
  near_far,    // worklist within a moving window of distances; the others wait
  persistent,  // near_far in one launch; on the CPU: near_far
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  sssp::strategy strategy = sssp::strategy::automatic;
  bool parents = true;  // build the tree
  bool leave = false;   // only result.backend_distance, in the memory of the backend; no tree, no count
  double window = 0;    // near_far, persistent: the window's width; 0: chosen from weights and degrees
};

struct result {
  std::vector<std::uint64_t> distance;  // from the nearest source, or unreached; integer weights
  std::vector<double> real;             // the same for float weights, or infinity
  // The minimum vertex with a tight arc to this one, among those with a smaller distance if there are any
  // (tight_tree.hpp); a source itself; or no_parent.
  std::vector<std::uint32_t> parent;
  std::uint64_t reached = 0;
  backend_array<std::uint64_t> backend_distance;  // of float weights: the bits of doubles, all ones if unreached
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {29, 1.4, 0.12}, .long_paths = {26, 9, 0.8}};

// From all sources at once. Integer weights are added in 64 bits, floats in double precision from the source onwards;
// the answer depends on the graph and the sources alone. Work: O(n + m) per step; with a fitting window, near_far and
// persistent relax few arcs more than once; O(n m) at worst. error: bad_input (a negative weight, with its arc; no
// source, or one out of range; a distance beyond 64 bits; a graph that contradicts itself), no_device, out_of_memory,
// interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options = {});

}  // namespace amorph::sssp
