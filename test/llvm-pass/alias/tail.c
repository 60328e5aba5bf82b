// A constant step past a trailing array stays in it, however far: the block is one element and does not wrap round.
// RUN: %clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c -o - %s | %opt -passes=mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='amorph-pta<preset=strict>,function(gvn)' -S %t.bc | FileCheck %s
// RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck %s --check-prefix=SETS
#include <stddef.h>
#include <stdlib.h>
struct S { long n; int *tail[1]; };
int *kept;
static int x;
static int *read_back;
// Element 64 is the first that the layout has no room for. It is element i, where i is 64.
// CHECK-LABEL: define {{.*}} @header_and_tail
// CHECK: store ptr null
// CHECK: [[R:%.*]] = load ptr
// CHECK: ret ptr [[R]]
int *header_and_tail(int *q, long m, long i) {
  struct S *s = malloc(sizeof *s + m * 8);
  int **t = (int **)((char *)s + offsetof(struct S, tail[64]));
  *t = q;
  s->tail[i] = 0;
  return *t;
}
// SETS-DAG: read_back {{.*}}-> { x }
int main(int argc, char **argv) {
  struct S *s = malloc(sizeof *s + argc * 8);
  s->n = argc;
  *(int **)((char *)s + offsetof(struct S, tail[64])) = &x;
  read_back = s->tail[argc];
  kept = header_and_tail(&x, argc, argc);
  return 0;
}
