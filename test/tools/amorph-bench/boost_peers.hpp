// Boost's graph library as a peer of the solvers: one thread, its own data structures, its time without building them.
#pragma once

#include "tools/amorph-bench/problem.hpp"

namespace amorph::bench {

// Adds strategies to bfs, sssp, apsp, mst and maxflow: `boost`, and where Boost has two that are good at different inputs
// (apsp: Johnson's and Floyd's; maxflow: push-relabel, Boykov and Kolmogorov's) a second one.
void add_boost(std::vector<problem>& problems);

}  // namespace amorph::bench
