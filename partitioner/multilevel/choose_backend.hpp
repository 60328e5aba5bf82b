// The backend of a partition.
#pragma once

#include <string>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::partition {

struct chosen_backend {
  amorph::backend backend = amorph::backend::cpu;
  std::string weighed, remark;  // as of statistics; no remark: empty
};

// Throws no_device, bad_input for a device that does not exist.
[[nodiscard]] chosen_backend choose_backend(cpu_exec& host, const graph& g, const options& o);

}  // namespace amorph::partition
