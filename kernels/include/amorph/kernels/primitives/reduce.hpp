// Reduction of n values to one.
//
// O(n) work, O(log n) depth. `op` is associative and commutative; for floating-point values, for which addition is not
// associative, the order is fixed: the same result on every backend and number of threads.
#pragma once

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/detail/blocked.hpp"
#include "amorph/kernels/primitives/functions.hpp"

#if AMORPH_DEVICE_COMPILER
#include <cub/device/device_reduce.cuh>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/primitives/detail/index_iterator.cuh"
#endif

namespace amorph {

// *to = init op load(0) op ... op load(n-1), in the executor's memory; asynchronous on a device. T is the type of the
// computation.
template <class T, class Exec, class Load, class Op = plus<T>>
void reduce_into(Exec& exec, std::size_t n, Load load, T* to, T init, Op op = {}) {
  if constexpr (detail::uses_cub<Exec, T>) {
#if AMORPH_DEVICE_COMPILER
    detail::with_scratch(exec, "reduce", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceReduce::Reduce(scratch, bytes, detail::load_iterator<T, Load>{load}, to, n,
                                       detail::typed_op<T, Op>{op}, init, exec.stream());
    });
#endif
  } else {
    detail::blocked_reduce<T>(exec, n, load, to, init, op);
  }
}

// The same for an array, with the result on the host. One read-back.
template <class Exec, class In, class T, class Op = plus<T>>
[[nodiscard]] T reduce(Exec& exec, span<In> values, T init, Op op = {}) {
  typename Exec::template buffer<T> result(exec, 1);
  reduce_into<T>(exec, values.size(), detail::load_from<std::remove_const_t<In>>{values.data()}, result.data(), init,
                 op);
  return exec.read(result.data());
}

}  // namespace amorph
