// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// A local of a recursive function, and of a loop, stands for many: never MustAlias across them.
#include "amorph_check.h"
#include <stdlib.h>

static int *saved;

static int depth(int n, int *outer) {
  int local = n;
  if (outer) {
    amorph_noalias(outer, (int *)&saved);
  }
  if (n == 0) return outer ? *outer : 0;
  saved = &local;
  amorph_mayalias(saved, &local);
  int below = depth(n - 1, &local);
  return below + *saved + local;
}

static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int main(int argc, char **argv) {
  int *previous = NULL;
  for (int i = 0; i < argc + 3; i++) {
    int *now = malloc(sizeof *now);
    *now = i;
    if (previous) {
      amorph_mayalias(previous, now);
      *previous += *now;
    }
    previous = now;
  }
  return depth(argc, NULL) + even(argc) + *previous + (argv == NULL);
}
