// Stands in for libamorph_cuda.so: a device whose memory never suffices, or, with SMALL_DEVICE_STREAMS, suffices for
// runs that stream. It runs the CPU core; a run that fails has come as far as raising the limits.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "amorph/kernels/backend/cuda_abi.h"
#include "amorph/kernels/base/error.hpp"
#include "partitioner/common/core.hpp"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

int partition(amorph::run_request* request, const void* problem, void* answer, char* message,
              std::uint64_t message_size) {
  const bool streams = static_cast<const amorph::partition::problem*>(problem)->stream != 0;
  if (std::getenv("SMALL_DEVICE_HAS_STREAMED") != nullptr) {  // by its own decision, and ran out of memory yet
    static int calls = 0;
    *static_cast<const amorph::partition::problem*>(problem)->streamed = 1;
    std::snprintf(message, message_size, "calls: %d", ++calls);
    return static_cast<int>(amorph::status::out_of_memory);
  }
  if (std::getenv("SMALL_DEVICE_STREAMS") != nullptr) {
    const int code = amorph::partition::cpu_entry()(request, problem, answer, message, message_size);
    if (streams) return code;
  }
  std::strncpy(message, "the device has too little memory", message_size - 1);
  return static_cast<int>(amorph::status::out_of_memory);
}

}  // namespace

EXPORT std::uint32_t amorph_cuda_abi_version() { return AMORPH_CUDA_ABI_VERSION; }
EXPORT amorph_cuda_status amorph_cuda_device_count(std::int32_t* count, char*, std::size_t) {
  *count = 1;
  return 0;
}
EXPORT amorph_cuda_status amorph_cuda_device_query(std::int32_t, amorph_cuda_device* out, char*, std::size_t) {
  *out = {};
  std::strcpy(out->name, "Small");
  return 0;
}
EXPORT amorph_cuda_status amorph_cuda_start(std::int32_t, char*, std::size_t) { return 0; }
EXPORT amorph_cuda_function amorph_cuda_entry(const char* name, std::uint32_t) {
  return std::strcmp(name, "partition") == 0 ? reinterpret_cast<amorph_cuda_function>(&partition) : nullptr;
}
