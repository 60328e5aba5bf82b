// One attempt at a partition: the start or none, the core, the steps after it.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/targets.hpp"
#include "partitioner/graph/core_calls.hpp"

namespace amorph::partition {

// Costs and costs of moves are those of `g`; partition, figures and stats are set.
[[nodiscard]] result attempt(cpu_exec& host, const graph& g, const options& o, const part_targets& t,
                             std::uint64_t seed, core_calls& core);

// Whether `a` is better than `b`: balanced, or nearer to it; then by the objective with the costs of moves, then by
// balance.
[[nodiscard]] bool better(const result& a, const result& b, const options& o);

}  // namespace amorph::partition
