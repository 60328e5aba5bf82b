// Maximum flow and minimum cut between two vertices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::maxflow {

// The flow's value and the cut are the same for all strategies; the flow itself is the same on every backend and number
// of threads for one strategy and its parameters.
enum class strategy : std::uint32_t {
  automatic,  // pulse on a device; on the CPU trees, then highest if that takes long; by memory
  pulse,      // all active vertices at once, from a list; one launch per round on a device
  mask,       // every step visits all vertices (IIIT report, section IX)
  highest,    // highest-label selection, gap and global relabelling (Cherkassky, Goldberg 1997); CPU only, one thread
  trees,  // augmenting paths between two search trees (Boykov, Kolmogorov 2004); CPU only, one thread. If that takes
          // long, or the graph is undirected, has descending rows or arcs without reverse: highest
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  maxflow::strategy strategy = maxflow::strategy::automatic;
  bool undirected = false;     // arcs carry flow in both directions, up to their capacity
  bool arc_flow = true;        // return the flow on every arc
  bool any_cut = false;        // any minimum cut may be returned, which is faster: the strategy decides which
  std::uint32_t pushes = 1;    // pulse, mask: push steps per relabel step (m of the report)
  std::uint32_t relabels = 0;  // relabel steps between two global relabellings (k); 0: by the depth of the last one
};

struct result {
  std::int64_t flow = 0;
  std::int64_t cut = 0;        // capacity of the arcs from the source side to the sink side, summed separately
  std::uint64_t cut_arcs = 0;  // their number
  std::vector<unsigned char> sink_side;  // per vertex: 1 on the sink side, the smallest one unless any_cut is set
  std::vector<std::int64_t> arc_flow;    // per arc of the graph, at most its capacity; negative: against its direction
  std::uint64_t pulses = 0;              // steps, discharges of single vertices, or paths
  std::uint64_t global_relabels = 0;
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {0, 900, 170}, .long_paths = {0, 900, 170}};

// The weights are the capacities, integers of 0 or more (1 if there are none); parallel arcs add up and self-loops
// carry nothing. Terminates for every input: heights never fall, each step pushes or relabels, and global relabelling
// finds the vertices that cannot reach the sink. Work: O(n^2 m) at worst; on road networks and meshes some tens of
// visits per arc. Memory: 80 bytes per arc and 40 per vertex; twice that while loading. error: bad_input (source or
// sink out of range, or equal; a negative or fractional capacity; a flow of 2^62 - 1 or more), no_device,
// out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, std::uint32_t source, std::uint32_t sink,
                           const options& options = {});

}  // namespace amorph::maxflow
