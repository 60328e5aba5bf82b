// The steps after the core, on the finest graph: a table.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/core_calls.hpp"

namespace amorph::partition {

// The state of an attempt after the core.
struct attempt_state {
  cpu_exec& host;
  const graph& g;
  const options& o;
  const part_targets& target;      // as asked for, of one weight
  span<const std::int64_t> limit;  // the limits that the core kept
  std::uint64_t seed;
  core_calls& core;
  stop_check check_stop;
  bool improves = false;   // a start
  bool fulfilled = false;  // by the core: all demands
  result disconnected{};   // the core's partition, if parts must be connected and are not
  result found{};
};

// Runs the steps that apply, with their times in found.stats, and measures.
void finish_partition(attempt_state& u);

}  // namespace amorph::partition
