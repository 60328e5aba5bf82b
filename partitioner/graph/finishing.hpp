// The steps after the core, on the finest graph: a table.
#pragma once

#include <cstdint>
#include <optional>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/constraints/device_figures.hpp"
#include "partitioner/graph/core_calls.hpp"

namespace amorph::partition {

// An attempt at a partition, and its state after the core.
struct attempt_state {
  cpu_exec& host;
  const graph& g;
  const options& asked;  // with the start whose names of parts are kept
  const options& o;      // with the start near which the parts should stay
  const part_targets& target;
  std::uint64_t seed;
  core_calls& core;
  bool improves = false;                    // the start
  span<const std::int64_t> limit = {};      // that the core kept
  bool by_core = true;                      // else the host's partition
  bool fulfilled = false;                   // by the core: all demands
  std::optional<std::int64_t> loose_cut{};  // of the core's partition, if parts must be connected and are not
  std::optional<device_figures> figures{};  // if a device has counted them
  stop_check check_stop{o.run};
  result found{};
};

// Runs the steps that apply, adds their times to found.stats, and measures.
void finish_partition(attempt_state& u);

}  // namespace amorph::partition
