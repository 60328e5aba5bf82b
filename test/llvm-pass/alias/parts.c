// RUN: %mem2reg -o %t.bc
// RUN: %opt -aa-pipeline=amorph-aa -passes='%check' -disable-output %t.bc | FileCheck %s
// RUN: %clang -O2 -fno-inline -g -emit-llvm -c %s -o %t.2.bc
// RUN: %opt -aa-pipeline=basic-aa,amorph-aa -passes='%check' -disable-output %t.2.bc | FileCheck %s
// CHECK: amorph-alias: {{[1-9][0-9]*}} checks hold, 0 fail
// Pointers copied in parts, which the optimiser turns into zext, shl, or and inttoptr, lshr and trunc, or funnel
// shifts; and the {i64, i8} that x86-64 passes a struct of 9 bytes in. Numbers of 32 bits that are no parts do no harm.
#include "amorph_check.h"
#include <stdint.h>
#include <string.h>

struct halves { uint32_t lo, hi; };
union both { long *p; uint64_t u; struct halves h; uint16_t s[4]; };
struct nine { char c[9]; };
static volatile int one = 1;

static long *through_a_local(long *p) {
  struct halves q[2], z;
  memcpy(q + one, &p, 8);
  z.lo = q[1].lo;
  z.hi = q[1].hi;
  long *y;
  memcpy(&y, &z, 8);
  return y;
}

static struct halves pack(long *p) { union both x; x.p = p; return x.h; }
static long *unpack(uint32_t lo, uint32_t hi) { union both x; x.h.lo = lo; x.h.hi = hi; return x.p; }

static struct nine make(long *p) { struct nine b; b.c[0] = 1; memcpy(b.c + 1, &p, 8); return b; }
static long *get(struct nine b) { long *p; memcpy(&p, b.c + 1, 8); return p; }

static uint32_t low, high;
static uint64_t apart(long *p) {
  uint64_t x = (uint64_t)p;
  low = x;
  high = x >> 32;
  return (uint64_t)high << 32 | low;
}

int main(void) {
  static long a, b, c, d, e, f, hidden;
  static struct nine kept[4];
  static struct { long *p; uint32_t count; } other = {&hidden, 0};
  amorph_mayalias(through_a_local(&a), &a);
  struct halves h = pack(&b);
  amorph_mayalias(unpack(h.lo, h.hi), &b);
  kept[one] = make(&c);
  amorph_mayalias(get(kept[1]), &c);
  amorph_mayalias((long *)apart(&d), &d);
  union both x = {&e}, y;
  for (int i = 0; i < 4; i++)
    y.s[i] = x.s[i] | 0;
  amorph_mayalias(y.p, &e);
  x.u = x.u << 32 | x.u >> 32; // exchanged, and exchanged back
  x.u = x.u << 32 | x.u >> 32;
  amorph_mayalias(x.p, &e);
  other.count = low * 5 + other.count;
  amorph_noalias(other.p, &d);
  amorph_noalias(through_a_local(&f), &hidden);
  return 0;
}
