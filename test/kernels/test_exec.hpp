// The executors that a test runs on. The same source is compiled twice: by the host compiler, for one CPU thread and
// for several (more than the machine may have processors); and by nvcc, for the device.
//
// Bodies are templates outside TEST: nvcc accepts no device lambda in a private member function, as the body of a TEST
// is.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "test/support/seeds.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#endif

namespace amorph::test {

#if defined(AMORPH_TSAN)
inline constexpr bool short_run = true;  // about thirty times slower: each code path once
#else
inline constexpr bool short_run = false;
#endif
#if defined(AMORPH_SANITIZED)
inline constexpr bool few_values = true;  // sizes, not values, find out-of-bounds accesses
#else
inline constexpr bool few_values = short_run;
#endif

#if AMORPH_DEVICE_COMPILER
using exec = cuda_exec;
template <class F> void on_each_executor(F f) {
  exec device;
  SCOPED_TRACE(device.name());
  f(device);
}
#else
using exec = cpu_exec;
template <class F> void on_each_executor(F f) {
  for (unsigned threads : {1u, 2u, 7u}) {  // serial; pairs; a number that divides no block
    if (short_run && threads == 2) continue;
    SCOPED_TRACE(std::to_string(threads) + " threads");
    exec cpu(threads);
    f(cpu);
  }
}
#endif

template <class T> using buffer = exec::buffer<T>;

template <class T> std::vector<T> to_host(exec& e, const buffer<T>& b) {
  std::vector<T> host(b.size());
  e.copy_out(b.span(), span<T>(host));
  return host;
}

// Sizes, each with a reason.
inline const std::vector<std::size_t>& sizes() {
  static const std::vector<std::size_t> all = short_run ? std::vector<std::size_t>{0, 1, 33, 4097, 65537}
                                                        : std::vector<std::size_t>{
                                                              0,  // empty
                                                              1,  // a single element
                                                              31,
                                                              32,
                                                              33,  // around a warp
                                                              63,
                                                              64,
                                                              65,  // around a block of the floating-point path
                                                              255,
                                                              257,  // around a block of threads
                                                              1023,
                                                              1025,  // around a block of reduce
                                                              4095,
                                                              4096,
                                                              4097,  // around a block of the CPU's scan
                                                              65535,
                                                              65536,
                                                              65537,          // around 2^16; many blocks
                                                              16384 * 3 + 1,  // around blocks of the CPU's sort
                                                              1 << 20,        // large: three levels of block sums
                                                          };
  return all;
}

// Values that find mistakes: equal, ascending, descending, alternating extremes, random, few distinct values.
inline constexpr int shapes = few_values ? 2 : 6;
template <class T> std::vector<T> values(std::size_t n, int shape) {
  std::vector<T> v(n);
  std::mt19937_64 random(first_seed + n * 31 + static_cast<unsigned>(shape));
  for (std::size_t i = 0; i != n; ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      switch (shape) {
        case 0: v[i] = T(0.1); break;
        case 1: v[i] = static_cast<T>(i); break;
        case 2: v[i] = static_cast<T>(n - i) * T(0.001); break;
        case 3: v[i] = i % 2 ? T(1e8) : T(-1e-8); break;
        case 4: v[i] = static_cast<T>(static_cast<double>(random()) / 1e18 - 9); break;
        default: v[i] = static_cast<T>(random() % 3); break;
      }
    } else {
      switch (shape) {
        case 0: v[i] = T(7); break;
        case 1: v[i] = static_cast<T>(i); break;
        case 2: v[i] = static_cast<T>(n - i); break;
        case 3: v[i] = i % 2 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min(); break;
        case 4: v[i] = static_cast<T>(random()); break;
        default: v[i] = static_cast<T>(random() % 3); break;
      }
    }
  }
  return v;
}

}  // namespace amorph::test
