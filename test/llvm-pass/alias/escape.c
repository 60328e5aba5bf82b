// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// What unknown code has seen may be behind any pointer that unknown code hands out; what it has not seen may not.
#include "amorph_check.h"
#include <stdlib.h>

extern void unknown_take(void *);
extern int *unknown_give(void);
extern int *unknown_pointer;

static int hidden, seen, nested;
static int *holder = &nested;
int visible;

int main(int argc, char **argv) {
  int own = 1, passed = 2;
  int *heap = malloc(4), *given = malloc(4);
  unknown_take(&seen);
  unknown_take(&passed);
  unknown_take(&holder);      // and through it, nested
  unknown_take(given);
  int *u = unknown_give();
  amorph_mayalias(u, &seen);
  amorph_mayalias(u, &passed);
  amorph_mayalias(u, &nested);
  amorph_mayalias(u, &visible);
  amorph_mayalias(u, given);
  amorph_mayalias(u, unknown_pointer);
  amorph_mayalias(u, holder);
  amorph_noalias(u, &hidden);
  amorph_noalias(u, &own);
  amorph_noalias(u, heap);
  amorph_noalias(unknown_pointer, &hidden);
  int *v = *(int **)u;
  amorph_noalias(v, &hidden);
  amorph_mayalias(v, &seen);
  amorph_noalias((int *)argv[argc - 1], heap);
  return *u + hidden + own + *heap;
}

// In an open world anybody may call this with anything that escaped.
int exported(int *p, int *q) {
  amorph_mayalias(p, q);
  amorph_mayalias(p, &seen);
  amorph_noalias(p, &hidden);
  int local = 0;
  amorph_noalias(p, &local);
  return *p + *q + local;
}
