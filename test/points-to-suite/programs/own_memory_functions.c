// The compiler calls functions of the program to copy structures.
#include <assert.h>
static int x;
struct big { int *a; long b[40]; };
static void *last;
void *memcpy(void *restrict d, const void *restrict s, unsigned long n) {
  last = d;
  for (unsigned long i = 0; i < n; i++) ((volatile char *)d)[i] = ((const char *)s)[i];
  return d;
}
int main(void) {
  struct big a = {&x}, b;
  b = a;
  int **p = last;   //@ may p: main::b
  assert(p == &b.a);
  int *q = *p;   //@ may q: x
  *q = 1;
  return 0;
}
//@ flags -fno-builtin
