// Maximum flow and minimum cut between two vertices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::maxflow {

// How excess is moved. The flow's value and the cut are the same for all; the flow itself is the same on every machine
// and number of threads for one strategy and its parameters.
enum class strategy : std::uint32_t {
  automatic,  // pulse on a device, highest on the CPU; where there is no memory for that, pulse, then mask
  pulse,      // all active vertices at once, from a list; one launch a round on a device
  mask,       // every vertex is looked at in every step (IIIT report, section IX)
  highest,    // the highest active vertex first, gap and global relabelling (Cherkassky, Goldberg 1997); the CPU alone,
              // one thread
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  maxflow::strategy strategy = maxflow::strategy::automatic;
  bool undirected = false;     // an arc takes flow either way, up to its capacity
  bool arc_flow = true;        // tell the flow on every arc
  std::uint32_t pushes = 1;    // pulse, mask: steps of pushing for one of relabelling (m of the report)
  std::uint32_t relabels = 0;  // steps of relabelling between two global ones (k); 0: by the depth of the last one
};

struct result {
  std::int64_t flow = 0;
  std::int64_t cut = 0;                  // capacity of the arcs from the source's side to the sink's, counted anew
  std::uint64_t cut_arcs = 0;            // how many they are
  std::vector<unsigned char> sink_side;  // a vertex: 1 when it lies on the sink's side, which is as small as can be
  std::vector<std::int64_t> arc_flow;    // an arc of the graph, at most its capacity; below 0: against its direction
  std::uint64_t pulses = 0;              // steps, or discharges of single vertices
  std::uint64_t global_relabels = 0;
  run_statistics stats;
};

// The graph's weights are the capacities, whole numbers of 0 or more (1 where there are none); parallel arcs add up and
// loops carry nothing. Ends for every input: heights never fall, each step pushes or lifts, and the global relabelling
// finds out who cannot reach the sink. Work O(n^2 m) at worst, on roads and meshes some tens of visits an arc.
// Memory: 80 bytes an arc, 40 a vertex; twice that while loading.
// error: bad_input (source or sink out of range, or the same; a negative or fractional capacity; a flow of
// 2^62 - 1 or more), no_device, out_of_memory.
[[nodiscard]] result solve(const weighted_csr& graph, std::uint32_t source, std::uint32_t sink,
                           const options& options = {});

}  // namespace amorph::maxflow
