// Pointers that are made again from numbers: a difference, a negation, a product, an exclusive or, a distance, single
// bits, a quotient and a remainder, a double. Each comes together with a plain pointer to something else, so that its
// set is never empty: an analysis that loses it holds it apart from its own object. Each has functions of its own: sets
// know no callers.
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
typedef uintptr_t number;
static volatile int zero;

// There: the pointer as a number. Back: that number as a pointer again.
#define CASE(NAME, THERE, BACK)                                                                                        \
  static number key_##NAME;                                                                                            \
  static int object_##NAME, other_##NAME;                                                                              \
  static NOINLINE number there_##NAME(int *pointer) { number p = (number)pointer, key = key_##NAME; return THERE; }    \
  static NOINLINE number back_##NAME(number n) { number key = key_##NAME; return BACK; }                               \
  static NOINLINE int race_##NAME(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }                        \
  static NOINLINE int NAME(void) {                                                                                     \
    key_##NAME = 0x123456789abcdef0u + (number)zero;                                                                   \
    int *again = (int *)back_##NAME(there_##NAME(&object_##NAME));                                                     \
    return race_##NAME(&object_##NAME, zero ? &other_##NAME : again);                                                  \
  }

static number bits(number p) {
  number n = 0;
  for (int i = 0; i < 64; i++) n |= (p >> i & 1) << i;
  return n;
}
static int bytes[2];
static struct { number much, little; } sent;

CASE(difference, key - p, key - n)
CASE(negation, 0 - p, 0 - n)
CASE(complement, ~p, ~n)
CASE(product, p * 3, n * 0xaaaaaaaaaaaaaaabu)
CASE(masked, p ^ key, n ^ key)
CASE(distance, p - (number)bytes, (number)bytes + n)
CASE(single, bits(p), bits(n))
CASE(turned, p << 17 | p >> 47, n << 47 | n >> 17)
CASE(page, (p & 4095) * 2, n / 2 | (number)&object_page >> 12 << 12)
CASE(divided, (sent.much = p / 1000, sent.little = p % 1000), sent.much * 1000 + sent.little + n - n)
CASE(real, (number)((double)p * 2), (number)((double)n / 2))

static number stored, base;
CASE(kept, (base = (number)bytes, stored = p - base, 0), base + stored + n)

int main(void) {
  printf("%d %d %d %d\n", difference(), negation(), complement(), product());
  printf("%d %d %d %d\n", masked(), distance(), single(), turned());
  printf("%d %d %d %d\n", page(), divided(), real(), kept());
  return 0;
}
