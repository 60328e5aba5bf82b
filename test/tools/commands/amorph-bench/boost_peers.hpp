// Boost's graph library as a peer of the solvers: one thread, its own data structures, its time without building them.
#pragma once

#include "tools/commands/amorph-bench/problem.hpp"

namespace amorph::bench {

// Adds the strategy `boost` to bfs, sssp, apsp, mst and maxflow, and a second one if Boost has two that suit different
// inputs (apsp: Johnson's and Floyd's; maxflow: push-relabel, Boykov and Kolmogorov's).
void add_boost(std::vector<problem>& problems);

}  // namespace amorph::bench
