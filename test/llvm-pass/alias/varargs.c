// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Pointers handed over as variable arguments, through va_list and va_copy.
#include "amorph_check.h"
#include <stdarg.h>

static int x, y, z;

static int *pick(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  int *p = 0;
  for (int i = 0; i < n; i++) p = va_arg(ap, int *);
  int *q = va_arg(copy, int *);
  amorph_mayalias(p, &x);
  amorph_mayalias(q, &y);
  amorph_noalias(p, &z);
  va_end(copy);
  va_end(ap);
  return p;
}

static int *vpick(va_list ap) { return va_arg(ap, int *); }

static int *forward(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int *p = vpick(ap);
  va_end(ap);
  return p;
}

int main(void) {
  int *p = pick(2, &x, &y);
  amorph_mayalias(p, &x);
  amorph_mayalias(p, &y);
  amorph_noalias(p, &z);
  int local = 3;
  int *q = forward(1, &local);
  amorph_mayalias(q, &local);
  amorph_noalias(q, &z);
  return *p + *q;
}
