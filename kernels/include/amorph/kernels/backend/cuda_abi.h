/* The boundary between programs and the CUDA module, libamorph_cuda.so. Plain C: the two sides may be built by
 * different compilers, with and without exceptions and RTTI. No exception crosses it.
 *
 * A program opens the module, compares amorph_cuda_abi_version() with AMORPH_CUDA_ABI_VERSION, and asks for an
 * algorithm by name and version. The type of the function that it gets is declared by the algorithm's own header;
 * algorithms raise their version when they change it, and this file's version changes only when this file does.
 */
#ifndef AMORPH_CUDA_ABI_H
#define AMORPH_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMORPH_CUDA_ABI_VERSION 2u

/* Statuses are those of amorph::status: 0 success, 1 bad input, 2 out of memory, 3 no device, 4 interrupted,
 * 5 internal. With another status than 0, `message` holds one line (truncated to message_size, zero-terminated). */
typedef int amorph_cuda_status;

typedef struct amorph_cuda_device {
  char name[256];
  uint64_t total_bytes, free_bytes; /* of the device's memory */
  int32_t compute_major, compute_minor;
  int32_t multiprocessors;
} amorph_cuda_device;

typedef void (*amorph_cuda_function)(void);

typedef uint32_t amorph_cuda_abi_version_type(void);
typedef amorph_cuda_status amorph_cuda_device_count_type(int32_t* count, char* message, size_t message_size);
typedef amorph_cuda_status amorph_cuda_device_query_type(int32_t device, amorph_cuda_device* answer, char* message,
                                                         size_t message_size);
/* Creates what the first run on the device needs (context, memory pool), which takes a tenth of a second or more. */
typedef amorph_cuda_status amorph_cuda_start_type(int32_t device, char* message, size_t message_size);
/* The function of that name and version, to be cast to its own type; null when the module has none. */
typedef amorph_cuda_function amorph_cuda_entry_type(const char* name, uint32_t version);

/* What the module exports; all may be called from any thread. */
#if defined(__GNUC__)
#define AMORPH_CUDA_EXPORT __attribute__((visibility("default")))
#else
#define AMORPH_CUDA_EXPORT
#endif
AMORPH_CUDA_EXPORT amorph_cuda_abi_version_type amorph_cuda_abi_version;
AMORPH_CUDA_EXPORT amorph_cuda_device_count_type amorph_cuda_device_count;
AMORPH_CUDA_EXPORT amorph_cuda_device_query_type amorph_cuda_device_query;
AMORPH_CUDA_EXPORT amorph_cuda_start_type amorph_cuda_start;
AMORPH_CUDA_EXPORT amorph_cuda_entry_type amorph_cuda_entry;

#ifdef __cplusplus
}
#endif
#endif
