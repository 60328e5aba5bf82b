// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Pointers that travel as integers: casts, arithmetic, XOR lists, halves; hashes of addresses do no harm.
#include "amorph_check.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct xnode { uintptr_t both; int value; };
static int x, y, hidden;
static uintptr_t kept;

static void keep(uintptr_t v) { kept = v; }
static uintptr_t kept_value(void) { return kept; }

int main(int argc, char **argv) {
  keep((uintptr_t)&x);
  int *p = (int *)kept_value();
  amorph_mayalias(p, &x);
  amorph_noalias(p, &hidden);
  struct xnode a = {0, 1}, b = {0, 2}, c = {0, 3};
  a.both = (uintptr_t)&b;
  b.both = (uintptr_t)&a ^ (uintptr_t)&c;
  c.both = (uintptr_t)&b;
  struct xnode *n = (struct xnode *)(b.both ^ (uintptr_t)&a);
  amorph_mayalias(n, &c);
  uint32_t halves[2];
  uintptr_t bits = (uintptr_t)&y;
  halves[0] = (uint32_t)bits;
  halves[1] = (uint32_t)(bits >> 32);
  int *q = (int *)((uintptr_t)halves[0] | (uintptr_t)halves[1] << 32);
  amorph_mayalias(q, &y);
  int *r;
  memcpy(&r, &kept, sizeof r);
  amorph_mayalias(r, &x);
  return *p + n->value + *q + *r + hidden + (argc + (argv == NULL));
}
