/* Stands in for libamorph_cuda.so: a device whose memory never suffices. */
#include <string.h>

#include "amorph/kernels/backend/cuda_abi.h"

static int partition(void* request, const void* problem, void* answer, char* message, uint64_t message_size) {
  (void)request, (void)problem, (void)answer;
  strncpy(message, "the device has too little memory", message_size - 1);
  return OUT_OF_MEMORY;
}

uint32_t amorph_cuda_abi_version(void) { return AMORPH_CUDA_ABI_VERSION; }
amorph_cuda_status amorph_cuda_device_count(int32_t* count, char* message, size_t message_size) {
  (void)message, (void)message_size;
  *count = 1;
  return 0;
}
amorph_cuda_status amorph_cuda_device_query(int32_t device, amorph_cuda_device* out, char* message,
                                            size_t message_size) {
  (void)device, (void)message, (void)message_size;
  memset(out, 0, sizeof *out);
  strcpy(out->name, "Small");
  return 0;
}
amorph_cuda_status amorph_cuda_start(int32_t device, char* message, size_t message_size) {
  (void)device, (void)message, (void)message_size;
  return 0;
}
amorph_cuda_function amorph_cuda_entry(const char* name, uint32_t version) {
  (void)version;
  return strcmp(name, "partition") == 0 ? (amorph_cuda_function)partition : NULL;
}
