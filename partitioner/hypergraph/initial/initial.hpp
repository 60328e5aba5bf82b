// Partitions of small hypergraphs, on the host.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/hypergraph/core.hpp"

namespace amorph::hypergraph {

struct initial_options {
  objective_weights objective{1, 0};
  std::uint32_t flat_attempts = 20;  // bisections of a coarsest hypergraph, of which the best is kept
  std::uint32_t bisections = 1;      // multilevel bisections of each piece, of which the best is kept
  std::uint32_t fruitless = 100;     // moves without improvement that end a search in a coarsest hypergraph
  std::uint64_t seed = 0;
};

// Fills part[v] with 0 or 1: the best of several bisections by growing one side, each refined. `limit` has two values.
// On the threads of `exec`, whose number does not matter.
void bisect_flat(cpu_exec& exec, const core_hypergraph& h, span<const std::int64_t> limit,
                 const initial_options& options, const partition::stop_check& check_stop, std::uint32_t* part);

// Recursive bisection into as many parts as there are limits; each bisection is multilevel. The imbalance is shared
// among the bisections (Schlag et al., "k-way hypergraph partitioning via n-level recursive bisection", 2016).
void bisect_recursively(cpu_exec& exec, const core_hypergraph& h, span<const std::int64_t> limit,
                        const initial_options& options, const partition::stop_check& check_stop, std::uint32_t* part);

}  // namespace amorph::hypergraph
