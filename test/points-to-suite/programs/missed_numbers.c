// Pointers that are rebuilt from other numbers than their own (docs/points-to-limits.md, "Missed targets": 3).
#include <arpa/inet.h>
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int x, y;
static unsigned char same[256];
static struct { int *a, *b; } pair __attribute__((aligned(256))) = {&x, &y};
static struct { long to; int *value; } self = {0, &x};
static int *other = &y;
static struct { int *a, *b; } fields = {&x, &y};
__attribute__((aligned(64), noinline)) static int *one(void) { return &x; }
__attribute__((aligned(64), noinline)) static int *two(void) { return &y; }
int main(void) {
  volatile uintptr_t a = (uintptr_t)&x, bits = 0, bytes = 0, count = 0;
  for (int i = 0; i < 64; i++)
    if (a >> i & 1)
      bits |= 1ul << i;
  *(int *)bits = 1;                                          //@ not bits: x //@ breaks always
  for (int i = 0; i < 256; i++)
    same[i] = i;
  for (int i = 0; i < 64; i += 8)
    bytes |= (uintptr_t)same[a >> i & 255] << i;
  *(int *)bytes = 1;                                         //@ not bytes: x //@ breaks always
  while (count != a)
    count++;
  *(int *)count = 1;                                         //@ not count: x //@ breaks always
  char text[32];
  sprintf(text, "%lu", a);
  int *p = (int *)strtoul(text, 0, 10);
  *p = 1;                                                    //@ not p: x //@ breaks always
  uint64_t swapped = htonl(a) | (uint64_t)htonl(a >> 32) << 32;
  int *q = (int *)(ntohl(swapped) | (uint64_t)ntohl(swapped >> 32) << 32);
  *q = 1;                                                    //@ not q: x //@ breaks always
  ldiv_t halves = ldiv(a, 16);
  int *r = (int *)(halves.quot * 16 + halves.rem);
  *r = 1;                                                    //@ not r: x //@ breaks always
  self.to = (char *)&other - (char *)&self;
  int *s = *(int **)((char *)&self + self.to);               //@ breaks always
  *s = 1;                                                    //@ not s: y //@ breaks always
  int **volatile t = &pair.a;
  *(unsigned char *)&t = 8;
  **t = 1;                                                   //@ not *t: y //@ breaks always
  uint64_t packed = ((uint64_t)&fields << 32) + 8;
  int **u = (int **)(packed >> 32);
  **u = 1;                                                   //@ not *u: x //@ breaks always
  int *(*volatile f)(void) = (int *(*)(void))((uintptr_t)one + 64);
  int *v = f();                                              //@ breaks always
  *v = 1;                                                    //@ not v: y //@ breaks always
  assert(bits == a && bytes == a && count == a && p == &x && q == &x && r == &x && s == &y);
  assert(t == &pair.b && u == &fields.a && f == two && v == &y && one() == &x);
  return 0;
}
// Addresses of variables have 32 bits.
//@ libraries -no-pie
