// The memory that an executor can still allocate: the basis for choosing between strategies of different footprint.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#endif

namespace amorph {

// In bytes: what the memory limit leaves. On a device at most what is free there, counting unused memory of the pool
// and not counting other processes' memory. A single allocation of this size may still fail because of fragmentation.
// Synchronises with the device. Throws the driver's error.
template <class Exec> [[nodiscard]] std::uint64_t available_memory(Exec& exec) {
  const std::uint64_t limit = exec.memory().limit(), current = exec.memory().current();
  const std::uint64_t left = limit > current ? limit - current : 0;
  if constexpr (Exec::on_device) {
#if AMORPH_DEVICE_COMPILER
    exec.sync();  // completes pending frees
    std::size_t free = 0, all = 0;
    detail::cuda_check(cudaMemGetInfo(&free, &all), "query the free memory");
    cudaMemPool_t pool = detail::memory_pool(exec.device());
    std::uint64_t held = 0, used = 0;
    detail::cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &held),
                       "query the memory pool");
    detail::cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "query the memory pool");
    return std::min<std::uint64_t>(left, free + (held > used ? held - used : 0));
#endif
  }
  return left;
}

}  // namespace amorph
