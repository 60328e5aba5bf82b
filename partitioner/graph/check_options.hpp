// The options of divide(), checked.
#pragma once

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Throws bad_input for contradictory options or more than 2^31 - 1 edges, out_of_memory for parts whose arrays exceed
// the memory limit. O(parts), and O(n) with a partition to improve.
void check_options(cpu_exec& exec, const graph& g, const options& o);

}  // namespace amorph::partition
