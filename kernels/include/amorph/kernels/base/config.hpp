// Which compiler is reading: the host's or nvcc. The words that let one source serve both.
#pragma once

#if defined(__CUDACC__)
#define AMORPH_HD __host__ __device__
#define AMORPH_BODY __device__
#define AMORPH_DEVICE_COMPILER 1
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1208
#error "amorph needs CUDA 12.8 or later"
#endif
#else
#define AMORPH_HD
#define AMORPH_BODY
#define AMORPH_DEVICE_COMPILER 0
#endif
// AMORPH_HD: small functions that host and device both call. AMORPH_BODY: a named functor's call operator that is a
// kernel body, or a helper of one: compiled for the one machine that it runs on.

// A kernel body as a lambda. Each side compiles its own: nvcc's are device lambdas, never run on the host
// (an extended host-device lambda that nvcc compiled runs ten times slower there).
#if AMORPH_DEVICE_COMPILER
#define AMORPH_LAMBDA [=] __device__
#else
#define AMORPH_LAMBDA [=]
#endif

// Before a loop whose arrays are to stay in registers.
#if AMORPH_DEVICE_COMPILER
#define AMORPH_UNROLL _Pragma("unroll")
#else
#define AMORPH_UNROLL
#endif
