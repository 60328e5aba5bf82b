// A stream with functions of the program calls them with their cookie.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
static int x, other;
static char stored[64];
static ssize_t put(void *cookie, const char *from, size_t n) {
  int *c = cookie;  //@ points-to c: x
  *c += 1;
  for (size_t i = 0; i != n && i != sizeof stored; ++i) stored[i] = from[i];
  return (ssize_t)n;
}
static int finish(void *cookie) {
  int *c = cookie;  //@ points-to c: x
  *c += 10;
  return 0;
}
int main(void) {
  FILE *f = fopencookie(&x, "w", (cookie_io_functions_t){NULL, put, NULL, finish});  //@ points-to f: fopencookie@{}
  fputs("text", f);
  fclose(f);
  assert(x == 11 && stored[0] == 't');
  return other;
}
//@ callers put: fopencookie (calls back) //@ callers finish: fopencookie (calls back)
