// PageRank.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::pagerank {

enum class strategy : std::uint32_t {
  automatic,  // chebyshev if the graph is undirected, otherwise pull
  pull,       // every vertex adds up its incoming rank (Jacobi iteration)
  chebyshev,  // the same, accelerated (Golub, Varga 1961) if the first steps converge slowly; not in directed graphs
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  pagerank::strategy strategy = pagerank::strategy::automatic;
  double damping = 0.85;    // in [0, 1)
  double tolerance = 1e-4;  // ends when the L1 change of the ranks in a Jacobi step is smaller
  std::uint32_t max_iterations = 1000;
  bool drop_dangling = false;  // drop the rank of vertices without outgoing arcs, instead of spreading it
};

struct result {
  std::vector<double> rank;  // per vertex; the sum is 1 except for rounding, unless rank was dropped
  std::uint32_t iterations = 0;
  double residual = 0;  // the L1 change of the ranks in a Jacobi step
  bool converged = true;
  run_statistics stats;
};

inline constexpr graph::costs costs{.short_paths = {16, 1, 0.12}, .long_paths = {39, 1.2, 0.2}};

// rank(v) = (1 - damping) / n + damping * (sum over arcs u -> v of rank(u) / out-degree(u) + D / n), where D is the
// rank of all vertices without outgoing arcs, or 0 if that is dropped. Starts from 1 / n. Weights are ignored, parallel
// arcs and loops count. O(n + m) work per iteration; memory: 16 bytes per vertex (24 if the tolerance is below 1e-5),
// and for a directed graph the reverse arcs. Ranks are within
// tolerance * damping / (1 - damping) of the exact ones, in all. The ranks
// are the same to the bit on every backend and number of threads. error: bad_input (an option out of range; a graph
// that contradicts itself), no_device, out_of_memory, interrupted.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::pagerank
