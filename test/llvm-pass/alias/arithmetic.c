// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='amorph-pta<preset=strict;world=closed;models=%S/Inputs/checks.models>,check<amorph-alias>' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='amorph-pta<preset=strict;world=closed;models=%S/Inputs/checks.models>,check<amorph-alias>' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Pointers that are hidden in numbers and made again; hashes, lengths and distances that are nobody's pointer again do
// no harm, wherever they are stored.
#include "amorph_check.h"
#include <stdint.h>

static uintptr_t key;
static int a, b, c, d, hidden, plain[4];
static uintptr_t hide(int *p) { return key - (uintptr_t)p; }
static int *show(uintptr_t n, int *otherwise) { return key ? (int *)(key - n) : otherwise; }
static int *scaled(uintptr_t n, int *otherwise) { return key ? (int *)(n / 3) : otherwise; }
static int *hashed(uintptr_t n, int *otherwise) { return key ? (int *)(n * 31 ^ n >> 7) : otherwise; }
struct string { char *text; uintptr_t length, hash; struct string *next; };
static struct string first, second;

int main(int argc, char **argv) {
  key = argc;
  int *p = show(hide(&a), &b);
  amorph_mayalias(p, &a);
  amorph_mayalias(p, &b);
  amorph_noalias(p, &hidden);
  int *q = scaled((uintptr_t)&c * 3, &b);
  amorph_mayalias(q, &c);
  amorph_noalias(q, &hidden);
  // Nothing but numbers: made of no object of the program, so of none here.
  int *r = hashed(argc, &d);
  amorph_noalias(r, &a);
  amorph_noalias(r, &plain[1]);
  // A length in its own field, a hash of a length: no pointer that is loaded from beside it is touched.
  static char text[16], other[16];
  first.text = text;
  first.length = (uintptr_t)(text + argc) - (uintptr_t)text;
  first.hash = first.length * 31;
  first.next = &second;
  second.text = other;
  amorph_noalias(first.next, &first);
  amorph_noalias(first.text, second.text);
  return *p + *q + *r + hidden + plain[argc & 3];
}
