// Partitions for a machine: the communication cost is minimised.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/targets.hpp"

namespace amorph::partition {

// One attempt, as attempt(), for options with a machine and one weight per vertex: one run of the partitioner per group
// of each level, on `where`; those of a level run in parallel on the CPU. Then exchange_groups() and
// refine_mapping_band(). With no more vertices than parts, each vertex gets a part of its own. Deterministic.
// O((n + m) log n) expected per level, and what these two take.
[[nodiscard]] result map_to_machine(cpu_exec& host, const graph& g, const options& o, const part_targets& t,
                                    std::uint64_t seed, backend where);

}  // namespace amorph::partition
