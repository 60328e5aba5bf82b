// What a graph algorithm is estimated to take, for --backend auto. Each algorithm's header has its costs; its solve()
// and its descriptor take them from there.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/work.hpp"

namespace amorph::graph {

// Nanoseconds per arc, measured (docs/benchmarks.md, "auto"): on the CPU for what threads share and for what they do
// not, and on a device. They decide which backend `auto` takes. Those of a middling algorithm if none are given.
struct cost {
  double core = 20, serial = 1, device = 0.5;
};
struct costs {
  cost short_paths, long_paths;  // of graphs of mean degree above and below 6: random graphs, and road maps and meshes
  bool cubic = false;            // per triple of vertices instead of per arc
};

// What a run is estimated to take; `times` for what repeats, as with several sources.
[[nodiscard]] run_work work_of(const costs& costs, double vertices, double arcs, std::uint64_t bytes, double times = 1);
[[nodiscard]] run_work work_of(const costs& costs, const weighted_csr& g, double times = 1);

}  // namespace amorph::graph
