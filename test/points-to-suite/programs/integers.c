// Pointers that travel as integers: casts, tags in low bits, masks, differences, exclusive or, halves.
#include <assert.h>
#include <stdint.h>
#include <string.h>
static int x, y;
static long table[4];
struct object { uintptr_t tagged; } static o;
static uintptr_t mixed;
int main(void) {
  uintptr_t u = (uintptr_t)&x;
  int *p = (int *)u;                         //@ points-to p: x
  o.tagged = (uintptr_t)&y | 1;
  int *q = (int *)(o.tagged & ~(uintptr_t)1);  //@ points-to q: y
  mixed = (uintptr_t)&x ^ (uintptr_t)&y;
  int *r = (int *)(mixed ^ (uintptr_t)&y);   //@ may r: x
  uint32_t low = (uint32_t)u, high = (uint32_t)(u >> 32);
  int *s = (int *)((uintptr_t)high << 32 | low);  //@ may s: x
  long *e = (long *)((char *)table + 2 * sizeof *table);  //@ points-to e: table
  intptr_t distance = (char *)&y - (char *)&x;
  int *t = (int *)((char *)&x + distance);   //@ may t: x
  char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  int *c;
  memcpy(&c, bytes, sizeof c);               //@ points-to c: x
  assert(p == &x && q == &y && r == &x && s == &x && e == &table[2] && t == &y && c == &x);
  //@ alias p q: no //@ alias p e: no
  return 0;
}
