// Atomic operations on plain 32- and 64-bit integers in memory, the same on both backends: GCC's __atomic builtins on
// the host, the compiler's own on the device (scope: the device). The memory order is relaxed unless the name says
// otherwise, which suffices for counters, claims and flags that the end of a loop publishes. All are lock-free and
// return the previous value.
#pragma once

#include <cstdint>
#include <type_traits>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

namespace detail {
template <class T>
inline constexpr bool is_atomic_word =
    (std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>) && (sizeof(T) == 4 || sizeof(T) == 8);
// The type that the device's builtins accept for T: `long` becomes `long long`.
template <class T>
using device_word = std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int, unsigned>,
                                       std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;
template <class T> AMORPH_HD auto* as_word(T* p) {
  static_assert(is_atomic_word<T>, "amorph: atomics are on 32- and 64-bit integers");
  return reinterpret_cast<device_word<T>*>(p);
}
}  // namespace detail

#if defined(__CUDA_ARCH__)
#define AMORPH_ATOMIC_LOAD(p, order) __nv_atomic_load_n(p, __NV_ATOMIC_##order, __NV_THREAD_SCOPE_DEVICE)
#define AMORPH_ATOMIC_STORE(p, v, order) __nv_atomic_store_n(p, v, __NV_ATOMIC_##order, __NV_THREAD_SCOPE_DEVICE)
#else
#define AMORPH_ATOMIC_LOAD(p, order) __atomic_load_n(p, __ATOMIC_##order)
#define AMORPH_ATOMIC_STORE(p, v, order) __atomic_store_n(p, v, __ATOMIC_##order)
#endif

template <class T> AMORPH_HD T atomic_load(const T* p) {
  return (T)AMORPH_ATOMIC_LOAD(detail::as_word(const_cast<T*>(p)), RELAXED);
}
// A load that may come from the cache of a multiprocessor, and so be of any age since the kernel began: several times
// faster than atomic_load where neighbouring threads read neighbouring words. On the CPU: atomic_load.
template <class T> AMORPH_HD T cached_load(const T* p) {
#if defined(__CUDA_ARCH__)
  return (T)__ldca(detail::as_word(const_cast<T*>(p)));
#else
  return atomic_load(p);
#endif
}
template <class T> AMORPH_HD T atomic_load_acquire(const T* p) {
  return (T)AMORPH_ATOMIC_LOAD(detail::as_word(const_cast<T*>(p)), ACQUIRE);
}
template <class T> AMORPH_HD void atomic_store(T* p, std::type_identity_t<T> v) {
  AMORPH_ATOMIC_STORE(detail::as_word(p), (detail::device_word<T>)v, RELAXED);
}
// A store for values that others may read as late as a cached_load does. On the CPU: atomic_store.
template <class T> AMORPH_HD void cached_store(T* p, std::type_identity_t<T> v) {
#if defined(__CUDA_ARCH__)
  *detail::as_word(p) = (detail::device_word<T>)v;
#else
  atomic_store(p, v);
#endif
}
template <class T> AMORPH_HD void atomic_store_release(T* p, std::type_identity_t<T> v) {
  AMORPH_ATOMIC_STORE(detail::as_word(p), (detail::device_word<T>)v, RELEASE);
}
#undef AMORPH_ATOMIC_LOAD
#undef AMORPH_ATOMIC_STORE

// Stores `desired` if *p equals `expected`; returns the previous value (which equals `expected` on success).
template <class T> AMORPH_HD T atomic_cas(T* p, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
  auto* word = detail::as_word(p);
  auto was = (detail::device_word<T>)expected;
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4)
    was = atomicCAS(reinterpret_cast<unsigned*>(word), (unsigned)was, (unsigned)(detail::device_word<T>)desired);
  else
    was = atomicCAS(reinterpret_cast<unsigned long long*>(word), (unsigned long long)was,
                    (unsigned long long)(detail::device_word<T>)desired);
#else
  __atomic_compare_exchange_n(word, &was, (detail::device_word<T>)desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
  return (T)was;
}

// As atomic_cas, with release order on success and acquire order on failure: whoever reads the new value with acquire
// order sees the earlier writes of this thread; on failure this thread sees those of the winner.
template <class T> AMORPH_HD T atomic_publish(T* p, std::type_identity_t<T> expected, std::type_identity_t<T> desired) {
#if defined(__CUDA_ARCH__)
  __threadfence();
  T was = atomic_cas(p, expected, desired);
  __threadfence();
  return was;
#else
  auto was = (detail::device_word<T>)expected;
  __atomic_compare_exchange_n(detail::as_word(p), &was, (detail::device_word<T>)desired, false, __ATOMIC_RELEASE,
                              __ATOMIC_ACQUIRE);
  return (T)was;
#endif
}

template <class T> AMORPH_HD T atomic_exchange(T* p, std::type_identity_t<T> v) {
  auto* word = detail::as_word(p);
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4)
    return (T)atomicExch(reinterpret_cast<unsigned*>(word), (unsigned)(detail::device_word<T>)v);
  else
    return (T)atomicExch(reinterpret_cast<unsigned long long*>(word), (unsigned long long)(detail::device_word<T>)v);
#else
  return (T)__atomic_exchange_n(word, (detail::device_word<T>)v, __ATOMIC_RELAXED);
#endif
}

// Wraps around on overflow.
template <class T> AMORPH_HD T atomic_add(T* p, std::type_identity_t<T> v) {
  static_assert(std::is_integral_v<T>);
  auto* word = detail::as_word(p);
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4)
    return (T)atomicAdd(reinterpret_cast<unsigned*>(word), (unsigned)v);
  else
    return (T)atomicAdd(reinterpret_cast<unsigned long long*>(word), (unsigned long long)v);
#else
  return (T)__atomic_fetch_add(word, (detail::device_word<T>)v, __ATOMIC_RELAXED);
#endif
}

template <class T> AMORPH_HD T atomic_or(T* p, std::type_identity_t<T> v) {
  static_assert(std::is_integral_v<T>);
  auto* word = detail::as_word(p);
#if defined(__CUDA_ARCH__)
  return (T)atomicOr(word, (detail::device_word<T>)v);
#else
  return (T)__atomic_fetch_or(word, (detail::device_word<T>)v, __ATOMIC_RELAXED);
#endif
}

template <class T> AMORPH_HD T atomic_and(T* p, std::type_identity_t<T> v) {
  static_assert(std::is_integral_v<T>);
  auto* word = detail::as_word(p);
#if defined(__CUDA_ARCH__)
  return (T)atomicAnd(word, (detail::device_word<T>)v);
#else
  return (T)__atomic_fetch_and(word, (detail::device_word<T>)v, __ATOMIC_RELAXED);
#endif
}

// Reads first, and writes only if that improves the value: most attempts of a race to the minimum fail, and a read is
// cheaper.
template <class T> AMORPH_HD T atomic_min(T* p, std::type_identity_t<T> v) {
  static_assert(std::is_integral_v<T>);
#if defined(__CUDA_ARCH__)
  return (T)atomicMin(detail::as_word(p), (detail::device_word<T>)v);
#else
  T was = atomic_load(p);
  while (v < was) {
    T seen = atomic_cas(p, was, v);
    if (seen == was) break;
    was = seen;
  }
  return was;
#endif
}

template <class T> AMORPH_HD T atomic_max(T* p, std::type_identity_t<T> v) {
  static_assert(std::is_integral_v<T>);
#if defined(__CUDA_ARCH__)
  return (T)atomicMax(detail::as_word(p), (detail::device_word<T>)v);
#else
  T was = atomic_load(p);
  while (was < v) {
    T seen = atomic_cas(p, was, v);
    if (seen == was) break;
    was = seen;
  }
  return was;
#endif
}

// An acquire load in two parts, for many loads at once: atomic_load_ahead for each, then one acquire_ahead() before
// what they refer to is read. (On a device an acquire load invalidates the whole L1 cache; one fence does so once.)
template <class T> AMORPH_HD T atomic_load_ahead(const T* p) {
#if defined(__CUDA_ARCH__)
  return atomic_load(p);
#else
  return atomic_load_acquire(p);
#endif
}
AMORPH_HD inline void acquire_ahead() {
#if defined(__CUDA_ARCH__)
  __threadfence();
#endif
}

// Orders earlier writes of this thread before its later ones, as others observe them (scope: the device).
AMORPH_HD inline void memory_fence() {
#if defined(__CUDA_ARCH__)
  __threadfence();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

}  // namespace amorph
