// Recursive bisection of a whole graph, as METIS_PartGraphRecursive.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/partition.hpp"
#include "partitioner/multilevel/stop_check.hpp"

namespace amorph::partition {

struct bisecting {
  span<const std::int64_t> target;  // whole weights for the parts that add up to the graph's
  span<const std::int64_t> limit;   // what each may weigh in the end, >= target; empty: what comes about
  double minimum_imbalance;         // a side of a bisection may weigh so many times its target, whatever is left
  std::uint64_t seed;
  stop_check ask;
  // Two parts of a graph that is large, by the multilevel partitioner.
  std::function<std::vector<std::uint32_t>(const graph&, const std::array<std::int64_t, 2>& target,
                                           const std::array<std::int64_t, 2>& limit, std::uint64_t seed,
                                           unsigned threads)>
      bisect_large;
  bool on_device;  // bisect_large computes there
};

// Each part gets a vertex. One constraint; no fewer vertices than parts. The bisections of a
// depth run in parallel, but those of large graphs on a device, and the first few, which have all threads. The answer
// depends on the graph, the targets, the limits and the seed. O((n + m) log n log parts) expected.
void divide_recursively(cpu_exec& exec, const graph& g, const bisecting& how, std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
