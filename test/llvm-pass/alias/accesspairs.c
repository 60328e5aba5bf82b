// Answers for pairs of accesses, and the same pairs checked at run time: at the end of -O2, with what the answers have
// become. A wrong answer would be reported: the run time counts an overlap that a caller makes up.
// RUN: %clang -w -O2 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='function(sroa),print<amorph-alias>' -disable-output %t.bc | FileCheck %s --check-prefix=PRINT
// PRINT: amorph-alias: {{[1-9][0-9]*}} stores, {{[1-9][0-9]*}} NoAlias, {{[0-9]+}} MayAlias ({{[0-9]+}} of them decided by unknown code), {{.*}}, MayAlias of a store 0.
// RUN: env AMORPH_AA=on %opt -passes='default<O2>,instrument<amorph-alias><limit=100000>' %t.bc -o %t.checked.bc | FileCheck %s --check-prefix=CHECKS
// CHECKS: amorph-alias: {{[1-9][0-9]*}} checks for {{[1-9][0-9]*}} pairs of accesses
// RUN: %clang -w -O0 %t.checked.bc %S/Inputs/apart.c -o %t && env AMORPH_APART_LOG=%t.log %t && tail -n 1 %t.log | FileCheck %s --check-prefix=RIGHT
// RIGHT: amorph-apart: {{[1-9][0-9]*}} checks, 0 violations
// RUN: env AMORPH_APART_LOG=%t.log %t overlap 2>&1 | FileCheck %s --check-prefix=WRONG && tail -n 1 %t.log | FileCheck %s --check-prefix=COUNTED
// WRONG: amorph-apart: in main: 0x{{[0-9a-f]+}}, 8 bytes, and 0x{{[0-9a-f]+}}, 1 bytes, overlap
// COUNTED: amorph-apart: {{[1-9][0-9]*}} checks, 1 violations
// RUN: not %opt -passes='instrument<amorph-alias><limit=0>' -disable-output %t.bc 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: instrument<amorph-alias>: expected limit=N, 1 or more
#include <stdlib.h>
struct node {
  struct node *next;
  long value;
};
static struct node *list;
static long *counts, total;
__attribute__((weak)) void amorph_check_apart(const void *, long, const void *, long, const char *);
static void push(long value) {
  struct node *n = malloc(sizeof *n);
  n->next = list, n->value = value, list = n;
  counts[value & 15]++;
}
int main(int argc, char **argv) {
  counts = calloc(16, sizeof *counts);
  for (long k = 0; k < 1000; ++k) push(k * argc);
  for (struct node *n = list; n; n = n->next) {
    total += n->value;
    counts[n->value & 15] += total;
  }
  if (argc > 1) amorph_check_apart(counts, 8, (char *)counts + 7, 1, "main");
  return total == 7;
}
