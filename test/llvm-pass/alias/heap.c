// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// One abstract object per allocation site: sites are told apart, calls of one site are not.
#include "amorph_check.h"
#include <stdlib.h>
#include <string.h>

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p) abort();
  return p;
}

int main(int argc, char **argv) {
  int *a = malloc(4), *b = malloc(4), *c = calloc(1, 4);
  amorph_noalias(a, b);
  amorph_noalias(a, c);
  int **table = malloc(8 * sizeof *table);
  for (int i = 0; i < 8; i++) table[i] = malloc(4);
  amorph_mayalias(table[argc % 8], table[3]);
  amorph_noalias(table[argc % 8], a);
  amorph_noalias(table, &table[0][0] == a ? (int **)a : (int **)b);
  int *m = xmalloc(4), *n = xmalloc(4);
  amorph_noalias(m, a);
  char *s = strdup("text");
  amorph_noalias(s, (char *)a);
  // realloc may hand back the same block, and its contents go along.
  int **grown = realloc(table, 16 * sizeof *table);
  amorph_mayalias(grown[1], grown[argc % 8]);
  amorph_noalias(grown, (int **)a);
  amorph_noalias(grown[1], a);
  // Freed memory may be handed out again; each site is still its own object.
  free(a);
  int *again = malloc(4);
  amorph_noalias(again, b);
  return *b + *c + *m + *n + s[0] + *again + (argv == NULL);
}
