// How much memory an executor may still hand out: what decides between ways of working of which one needs more.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#endif

namespace amorph {

// In bytes, now: what the limit leaves, and on a device no more than is free there, other programs' memory taken off and
// what the pool holds unused counted in. An allocation of so much may still fail where it has no place in one piece. Waits
// for the device. error: what the driver says.
template <class Exec> [[nodiscard]] std::uint64_t room(Exec& exec) {
  const std::uint64_t limit = exec.memory().limit(), current = exec.memory().current();
  const std::uint64_t left = limit > current ? limit - current : 0;
  if constexpr (Exec::on_device) {
#if AMORPH_DEVICE_COMPILER
    exec.sync();  // what is to be freed is free then
    std::size_t free = 0, all = 0;
    detail::cuda_check(cudaMemGetInfo(&free, &all), "ask for the free memory");
    cudaMemPool_t pool = nullptr;
    std::uint64_t held = 0, used = 0;
    detail::cuda_check(cudaDeviceGetDefaultMemPool(&pool, exec.device()), "find the memory pool");
    detail::cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &held), "ask the memory pool");
    detail::cuda_check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "ask the memory pool");
    return std::min<std::uint64_t>(left, free + (held > used ? held - used : 0));
#endif
  }
  return left;
}

}  // namespace amorph
