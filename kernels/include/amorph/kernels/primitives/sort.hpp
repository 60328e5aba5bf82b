// Ascending stable radix sort of 32- and 64-bit integer keys, optionally with values.
//
// O(n) work per 8 bits, and as much scratch as the arrays occupy. Deterministic, being stable. Keys are compared by the
// bits begin_bit .. end_bit-1 (bit 0 is the least significant); fewer bits need fewer passes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/scan.hpp"

#if AMORPH_DEVICE_COMPILER
#include <cub/device/device_radix_sort.cuh>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/primitives/detail/index_iterator.cuh"
#else
#include "amorph/kernels/primitives/detail/radix_sort.hpp"
#endif

namespace amorph {

namespace detail {
template <class K> void check_sort(unsigned begin_bit, unsigned end_bit) {
  static_assert(std::is_integral_v<K> && (sizeof(K) == 4 || sizeof(K) == 8), "amorph: keys are 32- or 64-bit integers");
  if (begin_bit > end_bit || end_bit > 8 * sizeof(K))
    throw error(status::internal,
                "sort: bits " + std::to_string(begin_bit) + " to " + std::to_string(end_bit) + " of a key");
}
}  // namespace detail

template <class Exec, class K>
void sort(Exec& exec, span<K> keys, unsigned begin_bit = 0, unsigned end_bit = 8 * sizeof(K)) {
  detail::check_sort<K>(begin_bit, end_bit);
  if (keys.size() < 2 || begin_bit == end_bit) return;
#if AMORPH_DEVICE_COMPILER
  static_assert(Exec::on_device, "amorph: nvcc compiles the device's side alone");
  typename Exec::template buffer<K> other(exec, keys.size());
  cub::DoubleBuffer<K> both(keys.data(), other.data());
  detail::with_scratch(exec, "sort", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, both, keys.size(), static_cast<int>(begin_bit),
                                          static_cast<int>(end_bit), exec.stream());
  });
  if (both.Current() != keys.data()) exec.copy(span<const K>(both.Current(), keys.size()), keys);
#else
  detail::radix_sort(exec, keys, static_cast<detail::no_values*>(nullptr), begin_bit, end_bit);
#endif
}

template <class Exec, class K, class V>
void sort_pairs(Exec& exec, span<K> keys, span<V> values, unsigned begin_bit = 0, unsigned end_bit = 8 * sizeof(K)) {
  detail::check_sort<K>(begin_bit, end_bit);
  detail::same_size(keys.size(), values.size(), "sort_pairs");
  if (keys.size() < 2 || begin_bit == end_bit) return;
#if AMORPH_DEVICE_COMPILER
  static_assert(Exec::on_device, "amorph: nvcc compiles the device's side alone");
  typename Exec::template buffer<K> other(exec, keys.size());
  typename Exec::template buffer<V> other_values(exec, keys.size());
  cub::DoubleBuffer<K> both(keys.data(), other.data());
  cub::DoubleBuffer<V> both_values(values.data(), other_values.data());
  detail::with_scratch(exec, "sort_pairs", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, both, both_values, keys.size(), static_cast<int>(begin_bit),
                                           static_cast<int>(end_bit), exec.stream());
  });
  if (both.Current() != keys.data()) exec.copy(span<const K>(both.Current(), keys.size()), keys);
  if (both_values.Current() != values.data()) exec.copy(span<const V>(both_values.Current(), values.size()), values);
#else
  detail::radix_sort(exec, keys, values.data(), begin_bit, end_bit);
#endif
}

#ifdef AMORPH_SHARED
AMORPH_SHARED void sort(cuda_exec&, span<std::uint32_t>, unsigned, unsigned);
AMORPH_SHARED void sort(cuda_exec&, span<std::uint64_t>, unsigned, unsigned);
AMORPH_SHARED void sort_pairs(cuda_exec&, span<std::uint32_t>, span<std::uint32_t>, unsigned, unsigned);
AMORPH_SHARED void sort_pairs(cuda_exec&, span<std::uint64_t>, span<std::uint32_t>, unsigned, unsigned);
#endif

}  // namespace amorph
