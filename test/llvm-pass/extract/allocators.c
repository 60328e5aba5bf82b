// Allocators that are called through pointers: each call is an allocation site, through a wrapper, too. The memory of an
// allocator that a call turns out not to reach is not in its result.
// RUN: %O0 | %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;allocators=pointers>' -disable-output | FileCheck %s --check-prefix=ON
// RUN: %O0 | %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed>' -disable-output | FileCheck %s --check-prefix=OFF
#include <stdlib.h>
static void *heap(void *ignored, size_t n) { return malloc(n); }
static char buffer[64];
static void *fixed(void *ignored, size_t n) { return buffer; }
static struct { void *(*get)(void *, size_t); } use = {heap}, other = {fixed};
static void *checked(size_t n) {
  void *p = use.get(0, n);
  if (!p)
    abort();
  return p;
}
int *a, *b, *c;
int main(void) {
  // ON: a (allocators.c:[[#]]) -> { checked@allocators.c:[[#@LINE+6]] }
  // ON: b (allocators.c:[[#]]) -> { checked@allocators.c:[[#@LINE+6]] }
  // ON: c (allocators.c:[[#]]) -> { buffer }
  // OFF: a (allocators.c:[[#]]) -> { [[ALL:malloc@allocators.c:[0-9]+]] }
  // OFF: b (allocators.c:[[#]]) -> { [[ALL]] }
  // OFF: c (allocators.c:[[#]]) -> { buffer }
  a = checked(4);
  b = checked(4);
  c = other.get(0, 4);
  return 0;
}
