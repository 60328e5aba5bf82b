// The partition of the coarsest graph, on the host.
//
// Recursive bisection; each bisection is the best of several grown and refined ones (Fiduccia-Mattheyses), as
// Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs" (1998).
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::partition {

// The coarsest graph: CSR with weights; no self loops, each edge in both rows, no edge twice.
struct coarse_graph {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> edge_weight, vertex_weight;
  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(vertex_weight.size()); }
};

// A part for each vertex, in 0 .. target.size()-1; there is at least one part. `target[p]` is the weight wanted for
// part p, `limit[p]` >= target[p] the weight allowed. Time grows with `attempts`: with more than one, each bisection
// is the better of two, and the answer the best of (attempts+1)/2 whole partitions (least excess over the limits,
// then least cut). They run in parallel on the executor's threads; the answer depends on the seed and not on the
// threads. Every part gets a vertex when there are as many vertices as parts. Limits are kept when moves and
// exchanges of single vertices lead there: always with equal weights and limits that add up. O((n + m) log n log
// parts) expected work for each attempt, O(n + m) memory for each partition. `ask` is called before each bisection
// and some times a second. With `raised`, a number for each part: where weights do not pack within the limits and
// wider ones (by the excess that remained) save a tenth of the cut, these are kept, and returned there.
std::vector<std::uint32_t> initial_partition(cpu_exec& exec, const coarse_graph& graph, span<const std::int64_t> target,
                                             span<const std::int64_t> limit, std::uint64_t seed, unsigned attempts,
                                             const stop_check& ask = {}, span<std::int64_t> raised = {});

}  // namespace amorph::partition
