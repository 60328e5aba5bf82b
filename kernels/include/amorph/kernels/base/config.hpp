// Macros that let the host compiler and nvcc compile one source.
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
// AMORPH_HD: small functions that both host and device call. AMORPH_BODY: the call operator of a functor that is a
// kernel body, or a helper of one, compiled for the backend it runs on only.

// A kernel body as a lambda. Each compiler compiles its own: those of nvcc are device lambdas and never run on the
// host, where an extended host-device lambda that nvcc compiled is ten times slower (measured).
#if AMORPH_DEVICE_COMPILER
#define AMORPH_LAMBDA [=] __device__
#else
#define AMORPH_LAMBDA [=]
#endif

// In units of the CUDA module: declares an instance that several of them use, and that kernels/backend/shared_cuda.cu
// compiles once. A sort or a selection by CUB takes nvcc one to two seconds. Elsewhere the headers are complete.
#if defined(AMORPH_MODULE) && !defined(AMORPH_SHARED)
#define AMORPH_SHARED extern template
#endif

// Placed before loops whose arrays are to stay in registers.
#if AMORPH_DEVICE_COMPILER
#define AMORPH_UNROLL _Pragma("unroll")
#else
#define AMORPH_UNROLL
#endif
