// Prefix sums with any associative operation.
//
// O(n) work; two passes on the CPU, one on the device (decoupled look-back, Merrill and Garland 2016, in CUB). Input
// and output may be the same array. For floating-point values the order is fixed: the same result on every backend and
// number of threads.
#pragma once

#include <stdexcept>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/detail/blocked.hpp"
#include "amorph/kernels/primitives/functions.hpp"

#if AMORPH_DEVICE_COMPILER
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/primitives/detail/index_iterator.cuh"
#endif

namespace amorph {

namespace detail {
inline void same_size(std::size_t a, std::size_t b, const char* what) {
  if (a != b)
    throw error(status::internal,
                std::string(what) + ": " + std::to_string(a) + " inputs, but an output of " + std::to_string(b));
}
}  // namespace detail

// out[i] = init op in[0] op ... op in[i-1]. Computed in T, the type of the results.
template <class Exec, class In, class T, class Op = plus<T>>
void exclusive_scan(Exec& exec, span<In> in, span<T> out, std::type_identity_t<T> init = {}, Op op = {}) {
  detail::same_size(in.size(), out.size(), "exclusive_scan");
  if constexpr (detail::uses_cub<Exec, T>) {
#if AMORPH_DEVICE_COMPILER
    if (in.empty()) return;
    detail::with_scratch(exec, "exclusive_scan", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveScan(scratch, bytes, in.data(), out.data(), detail::typed_op<T, Op>{op}, init,
                                            in.size(), exec.stream());
    });
#endif
  } else {
    detail::blocked_scan<T>(exec, in.size(), detail::load_from<std::remove_const_t<In>>{in.data()},
                            detail::store_exclusive<T>{out.data()}, op, init, true, detail::block_of<T>);
  }
}

// out[i] = in[0] op ... op in[i].
template <class Exec, class In, class T, class Op = plus<T>>
void inclusive_scan(Exec& exec, span<In> in, span<T> out, Op op = {}) {
  detail::same_size(in.size(), out.size(), "inclusive_scan");
  if constexpr (detail::uses_cub<Exec, T>) {
#if AMORPH_DEVICE_COMPILER
    if (in.empty()) return;
    detail::with_scratch(exec, "inclusive_scan", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveScan(scratch, bytes, in.data(), out.data(), detail::typed_op<T, Op>{op},
                                            in.size(), exec.stream());
    });
#endif
  } else {
    detail::blocked_scan<T>(exec, in.size(), detail::load_from<std::remove_const_t<In>>{in.data()},
                            detail::store_inclusive<T>{out.data()}, op, T{}, false, detail::block_of<T>);
  }
}

namespace detail {
template <class T, class Size> struct size_or_none {
  Size size;
  std::size_t n;
  AMORPH_BODY T operator()(std::size_t i) const { return i < n ? static_cast<T>(size(i)) : T{}; }
};

#if AMORPH_DEVICE_COMPILER
// One block scans short inputs, which are frequent: CUB needs two launches and temporary memory.
inline constexpr std::size_t small_scan = 8192;
template <class T, class Load>
__global__ void __launch_bounds__(1024) small_offsets_kernel(std::size_t n, Load load, T* out) {
  using block_scan = cub::BlockScan<T, 1024>;
  __shared__ typename block_scan::TempStorage scratch;
  const std::size_t each = (n + 1023) / 1024, first = threadIdx.x * each, last = first + each < n ? first + each : n;
  T sum{};
  for (std::size_t i = first; i < last; ++i) sum += load(i);
  block_scan(scratch).ExclusiveSum(sum, sum);
  for (std::size_t i = first; i < last; ++i) {
    const T size = load(i);  // before the store, which may overwrite it
    out[i] = sum;
    sum += size;
  }
}
#endif
}  // namespace detail

// As offsets(), below, for integer sizes size(0) .. size(n-1) that a function computes.
template <class Exec, class Size, class T> void offsets_of(Exec& exec, std::size_t n, Size size, span<T> begin) {
  static_assert(!detail::order_matters<T>);
  detail::same_size(n + 1, begin.size(), "offsets");
  const detail::size_or_none<T, Size> load{size, n};
  if constexpr (Exec::on_device) {
#if AMORPH_DEVICE_COMPILER
    if (n < detail::small_scan) {
      detail::small_offsets_kernel<T><<<1, 1024, 0, exec.stream()>>>(n + 1, load, begin.data());
      detail::cuda_check(cudaGetLastError(), "launch a kernel");
      return;
    }
    detail::with_scratch(exec, "offsets", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(scratch, bytes, detail::load_iterator<T, decltype(load)>{load}, begin.data(),
                                           n + 1, exec.stream());
    });
#endif
  } else {
    detail::blocked_scan<T>(exec, n + 1, load, detail::store_exclusive<T>{begin.data()}, plus<T>{}, T{}, true,
                            detail::block_of<T>);
  }
}

// Converts sizes to CSR offsets: begin[i] = sizes[0] + ... + sizes[i-1], and begin[n] is the total. `begin` is another
// array, with one element more than `sizes`.
template <class Exec, class In, class T> void offsets(Exec& exec, span<In> sizes, span<T> begin) {
  detail::same_size(sizes.size() + 1, begin.size(), "offsets");
  exec.fill(begin.subspan(0, 1), T{});
  inclusive_scan(exec, sizes, begin.subspan(1, sizes.size()));
}

}  // namespace amorph
