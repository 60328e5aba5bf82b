// heap-types: memory from the heap has the type that it is used as, or as many words as its size says.
// RUN: %O0 > %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck %s
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;heap-types=off>' -disable-output %t.bc | FileCheck %s --check-prefix=WORDS
#include <stdlib.h>
struct node { long key; int *inner[2]; struct node *next; };
struct node *first;
int a, b, *any, *known;

int main(int argc, char **argv) {
  struct node *n = malloc(sizeof *n);
  first = n;
  n->inner[argc & 1] = &a;
  n->next = n;
  any = n->inner[argc & 1];
  struct node *many = malloc(argc * 8);
  many->next = n;
  known = (int *)many->next;
  return 0;
}
// An index into an inner array stays there where the type says that it is one.
// CHECK-DAG: malloc@heaptypes.c:11.inner[] -> { a }
// CHECK-DAG: malloc@heaptypes.c:11.next -> { malloc@heaptypes.c:11 }
// CHECK-DAG: any {{.*}} -> { a }
// WORDS-DAG: malloc@heaptypes.c:11+8 -> { a }
// WORDS-DAG: malloc@heaptypes.c:11+24 -> { a, malloc@heaptypes.c:11 }
// WORDS-DAG: any {{.*}} -> { a, malloc@heaptypes.c:11 }
// WORDS-DAG: known {{.*}} -> { {{.*}}malloc@heaptypes.c:11
