// The estimated time of a graph algorithm, for --backend auto. Each algorithm's header has its costs; its solve() and
// its descriptor use them.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/work.hpp"

namespace amorph::graph {

// Nanoseconds per arc, measured (docs/benchmarks.md, "auto"): the parallel and the serial part on the CPU, and on a
// device. `auto` chooses the backend by them. The defaults are those of an average algorithm.
struct cost {
  double core = 20, serial = 1, device = 0.5;
};
struct costs {
  cost short_paths, long_paths;  // of graphs of mean degree above and below 6: random graphs, and road maps and meshes
  bool cubic = false;            // per triple of vertices instead of per arc
};

// The estimated time of a run; `times` for repeated work, as with several sources.
[[nodiscard]] run_work work_of(const costs& costs, double vertices, double arcs, std::uint64_t bytes, double times = 1);
[[nodiscard]] run_work work_of(const costs& costs, const weighted_csr& g, double times = 1);

}  // namespace amorph::graph
