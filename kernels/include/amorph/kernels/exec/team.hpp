// A team processes one item: a warp on the device, a thread on the CPU (for which every function below compiles to
// nothing). An algorithm written for teams strides over the data of an item from rank() by size(), as in Kokkos.
//
// Collective functions (sync, any, all, ballot, leads, broadcast, reduce_*, exclusive_scan) are called by all members
// of a team or by none. index() is the number of the team among those that run, below exec.team_count(): a team may own
// the index()-th slice of a scratch array while it processes an item.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// One CPU thread.
class thread_team {
 public:
  AMORPH_HD explicit constexpr thread_team(unsigned index) : index_(index) {}
  AMORPH_HD static constexpr unsigned rank() { return 0; }
  AMORPH_HD static constexpr unsigned size() { return 1; }
  AMORPH_HD constexpr unsigned index() const { return index_; }
  AMORPH_HD static constexpr void sync() {}
  AMORPH_HD static constexpr bool any(bool x) { return x; }
  AMORPH_HD static constexpr bool all(bool x) { return x; }
  AMORPH_HD static constexpr std::uint32_t ballot(bool x) { return x ? 1u : 0u; }
  template <class T> AMORPH_HD static constexpr bool leads(T) { return true; }
  template <class T> AMORPH_HD static constexpr T broadcast(T x, unsigned = 0) { return x; }
  template <class T> AMORPH_HD static constexpr T reduce_add(T x) { return x; }
  template <class T> AMORPH_HD static constexpr T reduce_or(T x) { return x; }
  template <class T> AMORPH_HD static constexpr T reduce_min(T x) { return x; }
  template <class T> AMORPH_HD static constexpr T reduce_max(T x) { return x; }
  template <class T> AMORPH_HD static constexpr T exclusive_scan(T) { return T{}; }
  template <class T> AMORPH_HD static constexpr T exclusive_scan(T x, T& total) {
    total = x;
    return T{};
  }

 private:
  unsigned index_;
};

#if AMORPH_DEVICE_COMPILER
// A tile of 2, 4, 8, 16 or all 32 adjacent lanes of a warp, all of them active. Kernels that use it have blocks of a
// multiple of 32 threads. The teams of a warp may diverge.
template <unsigned Lanes> class tile_team {
  static_assert(Lanes == 2 || Lanes == 4 || Lanes == 8 || Lanes == 16 || Lanes == 32);
  __device__ static unsigned lane() { return threadIdx.x & 31u; }
  __device__ static unsigned everyone() {
    if constexpr (Lanes == 32)
      return 0xffffffffu;
    else
      return ((1u << Lanes) - 1) << (lane() & ~(Lanes - 1));
  }

 public:
  __device__ explicit tile_team(unsigned index) : index_(index) {}
  __device__ static unsigned rank() { return threadIdx.x & (Lanes - 1); }
  __device__ static constexpr unsigned size() { return Lanes; }
  __device__ unsigned index() const { return index_; }
  __device__ static void sync() { __syncwarp(everyone()); }  // makes earlier writes of members visible to all members
  __device__ static bool any(bool x) { return __any_sync(everyone(), x) != 0; }
  __device__ static bool all(bool x) { return __all_sync(everyone(), x) != 0; }
  // Bit r is the value of member r.
  __device__ static std::uint32_t ballot(bool x) {
    const unsigned votes = __ballot_sync(everyone(), x);
    return Lanes == 32 ? votes : votes >> (lane() & ~(Lanes - 1)) & ((std::uint64_t{1} << Lanes) - 1);
  }
  // Whether no member of lower rank has the same x.
  template <class T> __device__ static bool leads(T x) {
    return (__match_any_sync(everyone(), x) & ((1u << lane()) - 1)) == 0;
  }
  template <class T> __device__ static T broadcast(T x, unsigned from = 0) {
    return __shfl_sync(everyone(), x, static_cast<int>(from), Lanes);
  }

  // Every member gets the result. For integers only, whose order of combination does not matter.
  template <class T> __device__ static T reduce_add(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4 && Lanes == 32) return static_cast<T>(__reduce_add_sync(everyone(), x));
#endif
    return butterfly(x, [](T a, T b) { return static_cast<T>(a + b); });
  }
  template <class T> __device__ static T reduce_or(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4 && Lanes == 32)
      return static_cast<T>(__reduce_or_sync(everyone(), static_cast<unsigned>(x)));
#endif
    return butterfly(x, [](T a, T b) { return static_cast<T>(a | b); });
  }
  template <class T> __device__ static T reduce_min(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4 && Lanes == 32) return static_cast<T>(__reduce_min_sync(everyone(), x));
#endif
    return butterfly(x, [](T a, T b) { return b < a ? b : a; });
  }
  template <class T> __device__ static T reduce_max(T x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4 && Lanes == 32) return static_cast<T>(__reduce_max_sync(everyone(), x));
#endif
    return butterfly(x, [](T a, T b) { return a < b ? b : a; });
  }

  // The sum of x over the members of lower rank; `total` is the sum over all.
  template <class T> __device__ static T exclusive_scan(T x, T& total) {
    T sum = x;
    for (unsigned d = 1; d != Lanes; d *= 2) {
      T below = __shfl_up_sync(everyone(), sum, d, Lanes);
      if (rank() >= d) sum = static_cast<T>(sum + below);
    }
    total = broadcast(sum, Lanes - 1);
    return static_cast<T>(sum - x);
  }
  template <class T> __device__ static T exclusive_scan(T x) {
    T total;
    return exclusive_scan(x, total);
  }

 private:
  template <class T, class Op> __device__ static T butterfly(T x, Op op) {
    static_assert(std::is_integral_v<T>);
    for (int d = Lanes / 2; d != 0; d /= 2) x = op(x, __shfl_xor_sync(everyone(), x, d));
    return x;
  }
  unsigned index_;
};
using warp_team = tile_team<32>;

// A block of `Threads` threads, for items that are too large for a warp. Fewer functions.
template <unsigned Threads> class block_of {
 public:
  __device__ explicit block_of(unsigned index) : index_(index) {}
  __device__ static unsigned rank() { return threadIdx.x; }
  __device__ static constexpr unsigned size() { return Threads; }
  __device__ unsigned index() const { return index_; }
  __device__ static void sync() { __syncthreads(); }
  template <class T> __device__ static T reduce_add(T x) {
    return reduce(warp_team::reduce_add(x), [](T a, T b) { return static_cast<T>(a + b); });
  }
  template <class T> __device__ static T reduce_max(T x) {
    return reduce(warp_team::reduce_max(x), [](T a, T b) { return a < b ? b : a; });
  }
  template <class T> __device__ static T exclusive_scan(T x, T& total) {
    __shared__ T of_warp[Threads / 32];
    T in_warp;
    T below = warp_team::exclusive_scan(x, in_warp);
    if (warp_team::rank() == 0) of_warp[threadIdx.x / 32] = in_warp;
    __syncthreads();
    total = T{};
    for (unsigned w = 0; w != Threads / 32; ++w) {
      if (w == threadIdx.x / 32) below = static_cast<T>(below + total);
      total = static_cast<T>(total + of_warp[w]);
    }
    __syncthreads();
    return below;
  }

 private:
  template <class T, class Op> __device__ static T reduce(T x, Op op) {
    __shared__ T of_warp[Threads / 32];
    if (warp_team::rank() == 0) of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    T all = of_warp[0];
    for (unsigned w = 1; w != Threads / 32; ++w) all = op(all, of_warp[w]);
    __syncthreads();
    return all;
  }
  unsigned index_;
};
#endif

}  // namespace amorph
