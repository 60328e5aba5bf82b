/* Stands in for the CUDA module: writes what is asked of it to the file $WATCHED_LOG, a line each. What $WATCHED_BLOCKS
 * names, "count" or "start", never returns. It has no algorithm. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "amorph/kernels/backend/cuda_abi.h"

static void asked(const char* what) {
  const char* path = getenv("WATCHED_LOG");
  const int log = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (log < 0 || write(log, what, strlen(what)) < 0 || write(log, "\n", 1) < 0) abort();
  close(log);
  const char* blocks = getenv("WATCHED_BLOCKS");
  while (blocks != NULL && strcmp(blocks, what) == 0) pause();
}

__attribute__((constructor)) static void opened(void) { asked("open"); }

uint32_t amorph_cuda_abi_version(void) { return AMORPH_CUDA_ABI_VERSION; }

amorph_cuda_status amorph_cuda_device_count(int32_t* count, char* message, size_t message_size) {
  (void)message, (void)message_size;
  asked("count");
  *count = 1;
  return 0;
}

amorph_cuda_status amorph_cuda_device_query(int32_t device, amorph_cuda_device* out, char* message,
                                            size_t message_size) {
  (void)device, (void)message, (void)message_size;
  memset(out, 0, sizeof *out);
  return 0;
}

amorph_cuda_status amorph_cuda_start(int32_t device, char* message, size_t message_size) {
  (void)device, (void)message, (void)message_size;
  asked("start");
  return 0;
}

amorph_cuda_function amorph_cuda_entry(const char* name, uint32_t version) {
  (void)name, (void)version;
  return NULL;
}
