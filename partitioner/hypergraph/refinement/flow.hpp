// Refinement by minimum cuts between pairs of parts, on the host.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"

namespace amorph::hypergraph {

struct flow_options {
  std::uint32_t rounds = 3;  // over the pairs of parts, at most; later rounds try parts that changed
  double region = 16;        // size of the region around a cut, in units of what balance alone would allow
};

// Returns the gain. Never leaves the limits if it starts within; a pair with an overweight part is not touched.
// O(flow * region) per pair at worst.
// On the threads of `exec`, whose number does not matter.
std::int64_t refine_by_flow(cpu_exec& exec, gain_table& table, const balance_limits& limits,
                            const flow_options& options, const partition::stop_check& check_stop);

}  // namespace amorph::hypergraph
