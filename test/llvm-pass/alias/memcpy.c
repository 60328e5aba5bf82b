// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Structures copied whole: by assignment, memcpy, memmove, a loop over bytes, a loop over words.
#include "amorph_check.h"
#include <stdint.h>
#include <string.h>

struct s { int *a; long n; int *b; };
static int x, y, z;

static void copy_bytes(void *to, const void *from, size_t n) {
  char *d = to;
  const char *s = from;
  while (n--) *d++ = *s++;
}
static void copy_words(void *to, const void *from, size_t n) {
  uint64_t *d = to;
  const uint64_t *s = from;
  for (size_t i = 0; i < n / 8; i++) d[i] = s[i];
}

int main(int argc, char **argv) {
  struct s from = {&x, 1, &y}, by_assign, by_memcpy, by_memmove, by_bytes, by_words, part = {&z, 1, &z};
  by_assign = from;
  memcpy(&by_memcpy, &from, sizeof from);
  memmove(&by_memmove, &from, sizeof from);
  copy_bytes(&by_bytes, &from, sizeof from);
  copy_words(&by_words, &from, sizeof from);
  amorph_mayalias(by_assign.a, &x);
  amorph_noalias(by_assign.a, &y);
  amorph_noalias(by_assign.a, by_assign.b);
  amorph_mayalias(by_memcpy.a, &x);
  amorph_mayalias(by_memcpy.b, &y);
  amorph_noalias(by_memcpy.a, by_memcpy.b);
  amorph_mayalias(by_memmove.b, from.b);
  amorph_noalias(by_memmove.b, &x);
  amorph_mayalias(by_bytes.a, &x);
  amorph_mayalias(by_bytes.b, &y);
  amorph_mayalias(by_words.a, &x);
  amorph_mayalias(by_words.b, &y);
  memcpy(&part.b, &from.b, sizeof part.b);
  amorph_mayalias(part.b, &y);
  amorph_noalias(part.a, &y);
  struct s some = {0, 0, 0};
  memcpy(&some, &from, (size_t)argc);       // an unknown part of it
  amorph_mayalias(some.a, &x);
  amorph_mayalias(some.b, &y);
  amorph_noalias(some.a, &z);
  struct s shifted[2];
  memcpy((char *)shifted + 8, &from, sizeof from);   // a lands on n, n on b, b on the next element's a
  amorph_mayalias(shifted[1].a, &y);
  return *by_assign.a + *by_bytes.a + *by_words.b + (argv == 0);
}
