// One run of the multilevel core on a netlist: from scratch, as a V-cycle, or without coarsening.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// The maximum number of pins of a level that is refined on the host.
[[nodiscard]] std::uint64_t largest_on_host(const netlist& n, const options& o);
// And of bytes of its gains, which grow with the number of parts.
[[nodiscard]] std::uint64_t largest_table(const netlist& n, const options& o);

// Counts the objectives and weights of r.part, and compares these with the limits.
void judge(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, result& r);

// Runs the core, and its callbacks on the host.
class core_run {
 public:
  core_run(const netlist& n, const options& o, const std::vector<std::int64_t>& limit);

  // Starts differ in their guards (presets.hpp): which are better depends on the netlist. For the same reason the even
  // ones do not prefer clusters of a single vertex in bisections.
  result from_scratch(std::uint64_t seed, bool odd);
  // Coarsens within the parts.
  result vcycle(const std::vector<std::uint32_t>& part, std::uint64_t seed) {
    return once(part.data(), guards::none, seed);
  }
  // Refines without coarsening.
  result refined(const std::vector<std::uint32_t>& part, std::uint64_t seed);

 private:
  result once(const std::uint32_t* start, guards guard, std::uint64_t seed);
  static int divide_coarsest(void* context, const core_hypergraph* h, std::uint32_t* part);
  static int refine(void* context, const core_hypergraph* h, std::uint32_t depth, std::uint32_t* part);
  void refine_level(const core_hypergraph& h, std::uint32_t depth, std::uint32_t* part);
  [[nodiscard]] std::uint32_t flat_attempts() const { return effort_.flat_attempts / (start_.bisections == 0 ? 1 : 2); }

  const netlist& n_;
  const options& o_;
  const std::vector<std::int64_t>& limit_;
  const effort& effort_;
  const start_effort& start_;
  const std::vector<std::int64_t> target_;  // weights of the parts, in proportion to their limits
  const std::vector<std::int32_t> sizes_;   // bound clusters, with several dimensions
  bool coarsens_ = true, improves_ = false, prefers_single_ = true;
  cpu_exec host_;
  const partition::stop_check check_stop_;
  std::uint64_t seed_ = 0;
};

}  // namespace amorph::hypergraph
