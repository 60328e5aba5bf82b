// Locals that optimisers like to merge, split and forward: copies of copies, results written through pointers.
#include <stdio.h>
#include <string.h>

struct big { long v[12]; struct big *self; int *out; };
static int sink[4];
static struct big global;

static void __attribute__((noinline)) fill(struct big *b, long seed) {
  for (int i = 0; i < 12; i++) b->v[i] = seed * (i + 1);
  b->self = b;
  b->out = &sink[seed & 3];
}
static long __attribute__((noinline)) total(const struct big *b) {
  long s = 0;
  for (int i = 0; i < 12; i++) s += b->v[i];
  *b->out += (int)s;
  return s + (b->self == b);
}
static struct big twist(struct big b) { b.v[3] += b.self->v[3]; return b; }
static void split(int c, long *r) {
  struct { long lo, hi; } p = {1, 2}, q = {3, 4};
  long *at;
  if (c) at = &p.hi; else at = &q.hi;
  *at += 10;
  long *bt = c ? &p.lo : &q.lo;
  *bt += *at;
  r[0] = p.lo + p.hi * 100;
  r[1] = q.lo + q.hi * 100;
}
int main(void) {
  long all = 0;
  for (long i = 0; i < 5; i++) {
    struct big a, b, c;
    fill(&a, i);
    b = a;
    memcpy(&c, &b, sizeof c);
    b.v[0] = 99;
    all = all * 3 + total(&a) + total(&b) * 5 + total(&c) * 7;
    struct big d = twist(c);
    all += d.v[3] + c.v[3];
    struct big tmp;
    fill(&tmp, i + 9);
    global = tmp;                     // a temporary that wants to be the global itself
    tmp.v[1]++;
    all = all * 5 + total(&global) + tmp.v[1];
    long r[2];
    split((int)i & 1, r);
    all += r[0] * 3 + r[1];
  }
  printf("%ld %d %d %d %d\n", all, sink[0], sink[1], sink[2], sink[3]);
  return 0;
}
