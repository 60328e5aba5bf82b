// A structure's assignment calls the program's own memcpy, which is an alias.
#include <assert.h>
#include <stddef.h>
static int x, *seen;
struct big { int *p; long pad[40]; };
static struct big from, to;
void *my_copy(void *d, const void *s, size_t n) {
  for (size_t i = 0; i < n; i++) ((volatile char *)d)[i] = ((const char *)s)[i];
  seen = ((struct big *)d)->p;
  return d;
}
void *memcpy(void *, const void *, size_t) __attribute__((alias("my_copy")));
int main(void) {
  from.p = &x;
  to = from;
  assert(seen == &x);
  *seen = 3;  //@ may seen: x
  return 0;
}
//@ flags -fno-builtin
