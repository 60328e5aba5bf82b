#include "partitioner/multilevel/partition_cpu.hpp"

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/multilevel/multilevel.inl"

namespace amorph::partition {

void partition_core_cpu(const core_graph& graph, const core_options& how, std::uint32_t* part, core_statistics& stats) {
  cpu_exec exec(how.threads, how.memory_limit);
  multilevel<cpu_exec>(exec, graph, how).run(part, stats);
}

}  // namespace amorph::partition
