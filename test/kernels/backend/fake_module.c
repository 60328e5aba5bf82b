/* Stands in for libamorph_cuda.so on machines without a GPU: built in several variants, each with what the loader must
 * tell apart. */
#include <string.h>

#include "amorph/kernels/backend/cuda_abi.h"

#ifndef VERSION
#define VERSION AMORPH_CUDA_ABI_VERSION
#endif

static int answer(void) { return 42; }

uint32_t amorph_cuda_abi_version(void) { return VERSION; }

#ifndef INCOMPLETE
amorph_cuda_status amorph_cuda_device_count(int32_t* count, char* message, size_t message_size) {
#ifdef NO_DEVICE
  *count = 0;
  strncpy(message, "no CUDA device in this machine", message_size - 1);
  return 3;
#else
  (void)message;
  (void)message_size;
  *count = 2;
  return 0;
#endif
}
#endif

amorph_cuda_status amorph_cuda_device_query(int32_t device, amorph_cuda_device* out, char* message,
                                            size_t message_size) {
  memset(out, 0, sizeof *out);
  if (device > 1) {
    strncpy(message, "no such device", message_size - 1);
    return 3;
  }
  strcpy(out->name, "Pretend 1000");
  out->total_bytes = (uint64_t)1 << 40;
  return 0;
}

amorph_cuda_status amorph_cuda_start(int32_t device, char* message, size_t message_size) {
  (void)device, (void)message, (void)message_size;
  return 0;
}

#ifdef UNSERVED
/* A device that the module has no code for, as every algorithm finds out when it starts. Without contexts. */
static int unserved(void* request, const void* problem, void* result, char* message, uint64_t message_size) {
  (void)request, (void)problem, (void)result;
  strncpy(message, "no code for Pretend 1000", message_size - 1);
  return 3;
}
amorph_cuda_function amorph_cuda_entry(const char* name, uint32_t version) {
  (void)version;
  return strcmp(name, "context") != 0 ? (amorph_cuda_function)unserved : NULL;
}
#else
amorph_cuda_function amorph_cuda_entry(const char* name, uint32_t version) {
  return strcmp(name, "answer") == 0 && version == 3 ? (amorph_cuda_function)answer : NULL;
}
#endif
