// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Pointers swapped through pointers to them: flow-insensitive sets hold both targets, and nothing else.
#include "amorph_check.h"

static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}

int x, y, z;

int main(void) {
  int *p = &x, *q = &y, *r = &z;
  swap(&p, &q);
  amorph_mayalias(p, &y);
  amorph_mayalias(q, &x);
  amorph_mayalias(p, q);     // not at run time, but no flow-insensitive analysis can tell
  amorph_points_to(p, &x);
  amorph_points_to(p, &y);
  amorph_not_points_to(p, &z);
  amorph_noalias(p, &z);
  amorph_noalias(q, r);
  amorph_mustalias(r, &z);
  amorph_noalias(&p, &q);
  return *p + *q + *r;
}
