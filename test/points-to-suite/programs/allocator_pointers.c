// Calls through pointers of an allocator's type: one reaches the allocator, one another function, one either.
#include <assert.h>
#include <stdlib.h>
typedef void *allocator(unsigned long);
static long buffer[8];
static void *fresh(unsigned long bytes) {
  void *p = malloc(bytes);
  assert(p);
  return p;
}
static void *fixed(unsigned long bytes) {
  assert(bytes <= sizeof buffer);
  return buffer;
}
static allocator *makes = fresh, *lends = fixed, *either = fresh;
static void *wrapped(unsigned long bytes) { return lends(bytes); }
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1) either = fixed;
  long *p = makes(8);  //@ site made; points-to p: malloc@{made}
  long *q = lends(8);  //@ points-to q: buffer
  long *r = either(8);  //@ site other; points-to r: malloc@{other}, buffer
  long *s = wrapped(8);  //@ points-to s: buffer
  long *t = makes(16);  //@ site more; points-to t: malloc@{more}; alias p t: no
  *p = *q = *r = *s = *t = 1;
  assert(p != t && q == s);
  return 0;
}
