// The CUDA module's entry "partition".
#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#include "partitioner/multilevel/multilevel.inl"

namespace amorph::partition {
namespace {

int partition_on_device(const core_graph* graph, const core_options* how, std::uint32_t* part, core_statistics* stats,
                        char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, how->memory_limit);
    multilevel<cuda_exec>(exec, *graph, *how).run(part, *stats);
  }));
}

const cuda_entry registered("partition", partition_entry_version, &partition_on_device);

}  // namespace
}  // namespace amorph::partition
