// Pointers that come back from zlib's compression.
#include <assert.h>
#include <zlib.h>
static int x;
int main(void) {
  int *from[4] = {&x, &x, &x, &x}, *to[4];
  unsigned char small[200]; unsigned long n = sizeof small, m = sizeof to;
  compress(small, &n, (unsigned char *)from, sizeof from);
  uncompress((unsigned char *)to, &m, small, n);
  int *p = to[2];     //@ may p: x
  assert(p == &x);
  *p = 1;
  return 0;
}
//@ libraries -lz
