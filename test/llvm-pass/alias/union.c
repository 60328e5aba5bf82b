// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Members of a union share their bytes, whatever their types.
#include "amorph_check.h"
#include <stdint.h>

union u { int *p; long n; struct { char *lo; int *hi; } s; uintptr_t bits; };
struct tagged { int tag; union u u; int *after; };
static int x, y, z;
static struct tagged t;

int main(int argc, char **argv) {
  union u u;
  u.p = &x;
  amorph_mayalias((int *)u.s.lo, &x);
  amorph_mayalias((char *)&u.p, (char *)&u.n);
  amorph_mayalias((int *)u.bits, &x);
  amorph_noalias(&u.p, &u.s.hi);
  t.u.s.hi = &y;
  t.after = &z;
  amorph_noalias(t.u.s.hi, t.after);
  amorph_noalias(t.u.s.hi, &x);
  amorph_mayalias(t.after, &z);
  u.bits = (uintptr_t)&y | (uintptr_t)(argc & 1);   // a tagged pointer
  int *clean = (int *)(u.bits & ~(uintptr_t)1);
  amorph_mayalias(clean, &y);
  return *u.p + *clean + (argv == 0);
}
