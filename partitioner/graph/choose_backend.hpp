// The backend of a partition.
#pragma once

#include <string>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

struct chosen_backend {
  amorph::backend backend = amorph::backend::cpu;
  std::string weighed, remark;  // as of statistics; no remark: empty
};

// The mean length of the adjacency lists that arcs are in, divided by that of all: 1 on regular graphs, large if
// degrees follow a power law. O(n).
[[nodiscard]] double skew_of(cpu_exec& exec, const graph& g);

// Throws no_device, bad_input for a device that does not exist.
[[nodiscard]] chosen_backend choose_backend(cpu_exec& host, const graph& g, const options& o);

}  // namespace amorph::partition
