// Functions of the system that only handle numbers and text leave what they are given alone; a header that zlib keeps
// is known to it from then on.
// RUN: %mem2reg | %open | FileCheck %s
#include <stddef.h>
int fcntl64(int, int, ...);
int sync_file_range(int, long, long, unsigned);
const char *gnu_get_libc_version(void);
int deflateSetHeader(void *, void *);
int inflateGetHeader(void *, void *);
int deflatePending(void *, unsigned *, int *);
size_t gzfwrite(const void *, size_t, size_t, void *);
size_t gzfread(void *, size_t, size_t, void *);

static int a, b, c, d, e;
static int *locked = &a, *pending = &a, *header = &b, *wanted = &c, *written = &d, *got;
static const char *version;
// CHECK-DAG: locked ({{.*}}) -> { a }
// CHECK-DAG: pending ({{.*}}) -> { a }
// CHECK-DAG: header ({{.*}}) -> { <unknown>,{{.*}} b
// CHECK-DAG: wanted ({{.*}}) -> { <unknown>,{{.*}} c
// CHECK-DAG: written ({{.*}}) -> { d }
// CHECK-DAG: got ({{.*}}) -> { <unknown>,{{.*}} d
// CHECK-DAG: version ({{.*}}) -> { <libc_version> }

int main(void) {
  char stream[112];
  fcntl64(1, 6, &locked);
  sync_file_range(1, 0, 0, 0);
  deflatePending(stream, (unsigned *)&pending, (int *)&pending);
  deflateSetHeader(stream, &header);
  inflateGetHeader(stream, &wanted);
  gzfwrite(&written, sizeof written, 1, 0);
  gzfread(&got, sizeof got, 1, 0);
  version = gnu_get_libc_version();
  return *locked + *pending + *header + *wanted + *written + *got + *version;
}
