// The core on the CPU.
#pragma once

#include "partitioner/multilevel/core.hpp"

namespace amorph::partition {

// Fills part[0 .. vertices-1]. Throws amorph::error.
void partition_core_cpu(const core_graph& graph, const core_options& how, std::uint32_t* part, core_statistics& stats);

}  // namespace amorph::partition
