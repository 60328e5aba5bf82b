// What follows the core: a table of steps on the finest graph.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/core_calls.hpp"

namespace amorph::partition {

// A partition between the core and its caller.
struct unfinished {
  cpu_exec& host;
  const graph& g;
  const options& o;
  const part_targets& target;      // as asked for, of one weight
  span<const std::int64_t> limit;  // what the core could keep
  std::uint64_t seed;
  core_calls& core;
  stop_check check_stop;
  bool improves = false;   // a start
  bool fulfilled = false;  // by the core: all demands
  result in_pieces{};      // as the core left it, if parts must be connected and were not
  result found{};
};

// Runs the steps that apply, with their times in found.stats, and measures.
void finish_partition(unfinished& u);

}  // namespace amorph::partition
