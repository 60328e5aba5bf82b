// Recursive bisection of a whole graph, as METIS_PartGraphRecursive.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::partition {

struct bisection_options {
  span<const std::int64_t> target;  // per part, summing to the graph's weight
  span<const std::int64_t> limit;   // maximum weight per part, >= target; empty: no limit
  double minimum_imbalance;         // each bisection's sides may weigh at least this multiple of their targets
  std::uint64_t seed;
  stop_check check_stop;
  // Bisects a large graph by the multilevel partitioner.
  std::function<std::vector<std::uint32_t>(const graph&, const std::array<std::int64_t, 2>& target,
                                           const std::array<std::int64_t, 2>& limit, std::uint64_t seed,
                                           unsigned threads)>
      bisect_large;
  bool on_device;  // bisect_large runs on the device
};

// Every part receives a vertex. One constraint; at least as many vertices as parts. The bisections of one depth run in
// parallel; those of large graphs on a device, and the first few, run one by one on all threads. Deterministic.
// O((n + m) log n log parts) expected.
void divide_recursively(cpu_exec& exec, const graph& g, const bisection_options& options,
                        std::vector<std::uint32_t>& part);

}  // namespace amorph::partition
