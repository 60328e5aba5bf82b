// Allocators of the program's own: each call of xmalloc and its like is an allocation site of its own.
// RUN: %mem2reg | %pta | FileCheck %s
// RUN: %O0 | %pta | FileCheck %s
#include <stdlib.h>
#include <string.h>
int a, b;
void fail(void);
static void *nonnull(void *p) { if (!p) exit(1); return p; }
static void *xmalloc(size_t n) { return nonnull(malloc(n)); }
static void *xcalloc(size_t n, size_t m) { void *p = xmalloc(n * m); memset(p, 0, n * m); return p; }
static void *xmemdup(const void *p, size_t n) { return memcpy(xmalloc(n), p, n); }
static void *xrealloc(void *p, size_t n) { void *q = realloc(p, n); if (!q && n) exit(1); return q; }

// Keeps the memory that it hands out: not a wrapper, one object for all its callers.
static void *last;
static void *kept(size_t n) { last = malloc(n); return last; }

struct s { int *p; long n; };
struct s *one, *two, *dup1, *dup2, *many;
struct s source1 = {&a}, source2 = {&b};
void *k1, *k2;
int *from1, *from2;
// CHECK-DAG: one (wrappers.c:[[#@LINE-4]]) -> { xmalloc@wrappers.c:39 }
// CHECK-DAG: two (wrappers.c:[[#@LINE-5]]) -> { xmalloc@wrappers.c:40 }
// What is copied into one is not in the other.
// CHECK-DAG: from1 (wrappers.c:[[#@LINE-4]]) -> { a }
// CHECK-DAG: from2 (wrappers.c:[[#@LINE-5]]) -> { b }
// A wrapper around realloc gives its own block back or a new one.
// CHECK-DAG: many (wrappers.c:[[#@LINE-10]]) -> { xcalloc@wrappers.c:{{[0-9]+}}, xrealloc@wrappers.c:{{[0-9]+}} }
// CHECK-DAG: k1 (wrappers.c:[[#@LINE-9]]) -> { malloc@wrappers.c:{{[0-9]+}} }
// CHECK-DAG: k2 (wrappers.c:[[#@LINE-10]]) -> { malloc@wrappers.c:{{[0-9]+}} }
// CHECK-DAG: by_pointer (wrappers.c:[[#@LINE+2]]) -> { malloc@wrappers.c:9 }
void *(*allocator)(size_t) = xmalloc;
void *by_pointer;

int main(int argc, char **argv) {


  one = xmalloc(sizeof *one);
  two = xmalloc(sizeof *two);
  dup1 = xmemdup(&source1, sizeof source1);
  dup2 = xmemdup(&source2, sizeof source2);
  from1 = dup1->p;
  from2 = dup2->p;
  many = xcalloc(argc, sizeof *many);
  many = xrealloc(many, argc * sizeof *many);
  k1 = kept(8);
  k2 = kept(8);
  // Called by a pointer it is one site.
  by_pointer = allocator(8);
  return 0;
}
