// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Functions called through pointers: tables, fields, arguments, the C library.
#include "amorph_check.h"
#include <stdlib.h>

struct op { const char *name; int *(*run)(int *, int *); };
static int x, y, z, w;
static int numbers[8];
static int *strings[4];

static int *first(int *a, int *b) {
  amorph_points_to(a, &x);
  amorph_noalias(a, b);
  amorph_noalias(b, &w);
  return a + (b == a);
}
static int *second(int *a, int *b) { return b + (a == b); }
static int *never(int *a, int *b) { return &w; }
static const struct op ops[] = {{"first", first}, {"second", second}};
static int *(*spare)(int *, int *) = never;

static int compare(const void *a, const void *b) {
  amorph_mayalias((const int *)a, &numbers[1]);
  amorph_mayalias((const int *)a, (const int *)b);
  amorph_noalias((const int *)a, &w);
  return *(const int *)a - *(const int *)b;
}
static int compare_ref(const void *a, const void *b) {
  const int *p = *(int *const *)a, *q = *(int *const *)b;
  amorph_mayalias(p, q);
  amorph_mayalias(p, &z);
  amorph_noalias(p, &w);
  amorph_noalias(p, &numbers[0]);
  return *p - *q;
}

int main(int argc, char **argv) {
  int *r = ops[argc % 2].run(&x, &y);
  amorph_mayalias(r, &x);
  amorph_mayalias(r, &y);
  amorph_noalias(r, &w);
  amorph_noalias(r, &z);
  amorph_mayalias(spare(&z, &z), &w);
  for (int i = 0; i < 4; i++) strings[i] = i % 2 ? &z : &x;
  qsort(numbers, 8, sizeof *numbers, compare);
  qsort(strings, 4, sizeof *strings, compare_ref);
  int *hit = bsearch(&x, numbers, 8, sizeof *numbers, compare);
  amorph_mayalias(hit, &numbers[3]);
  amorph_noalias(hit, &w);
  return *r + (hit != NULL) + (argv == NULL);
}
