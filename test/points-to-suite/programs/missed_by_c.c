// Programs that break what the preset c takes for granted, one or more for each switch (docs/points-to-limits.md,
// "Missed targets"). The preset strict misses nothing here. tables_seen.cpp has one for vtables=abi.
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
static int x, y;
// Pointers to functions, called by another type than they were stored as.
struct circle { int *radius; };
struct square { long n; int *side; };
static int *of_circle(struct circle *c) { return &x; }
static int *of_number(int n) { return &x; }
static int *of_two(int *a, int *b) { return a; }
static int *(*circles[])(struct circle *) = {of_circle};
static int *(*numbers[])(int) = {of_number};
static int *(*pairs[])(int *, int *) = {of_two};
static volatile long zero = 0;
// Pointers to functions as numbers.
static int *of_x(void) { return &x; }
static int *of_y(void) { return &y; }
static struct { uintptr_t number; int *(*function)(void); } kept = {(uintptr_t)of_y, of_x};
static struct { int *(*function)(void); } guarded = {of_x};
static volatile uintptr_t guard = 5;
// A structure that is used as another.
struct one { int *first; long n; };
struct two { long n; int *second; };
static struct one one;
static struct two *other;
int main(void) {
  struct square s;
  int *(*of_square)(struct square *) = (int *(*)(struct square *))circles[zero];
  int *a = of_square(&s);                       //@ breaks calls=source preset=c preset=auto
  *a = 1;              //@ not a: x //@ breaks calls=source preset=c preset=auto
  int *b = ((int *(*)(long))numbers[zero])(1);  //@ breaks calls=types calls=source preset=c preset=auto
  *b = 1;              //@ not b: x //@ breaks calls=types calls=source preset=c preset=auto
  int *c = ((int *(*)(int *))pairs[zero])(&y);  //@ breaks calls=abi calls=types calls=source preset=c preset=auto
  *c = 1;              //@ not c: y //@ breaks calls=abi calls=types calls=source preset=c preset=auto
  int ends[2], *from = &x, *d;
  pipe(ends);
  write(ends[1], &from, sizeof from);
  read(ends[0], &d, sizeof d);
  *d = 1;              //@ not d: x //@ breaks files=data preset=c preset=auto
  kept.function = (int *(*)(void))kept.number;
  int *e = kept.function();                     //@ breaks layers=members preset=c preset=auto
  *e = 1;              //@ closed: not e: y //@ breaks layers=members preset=c preset=auto
  uintptr_t hidden = (uintptr_t)of_y ^ guard;
  guarded.function = (int *(*)(void))(hidden ^ guard);
  int *f = guarded.function();                  //@ breaks layers=members preset=c preset=auto
  *f = 1;              //@ closed: not f: y //@ breaks layers=members preset=c preset=auto
  other = (struct two *)&one;
  other->second = &y;  //@ breaks types=variables types=declared preset=c preset=auto
  int *g = *(int **)&one.n;
  *g = 1;              //@ not g: y //@ breaks types=variables types=declared preset=c preset=auto
  struct two *small = malloc(sizeof(long));
  assert(malloc_usable_size(small) >= sizeof *small);
  small->second = &y;  //@ breaks bounds=known preset=c preset=auto
  int *h = small->second;  //@ breaks bounds=known preset=c preset=auto
  *h = 1;              //@ not h: y //@ breaks bounds=known preset=c preset=auto
  int *i = &x, *j = &y;
  unsigned char *p = (unsigned char *)&i, *q = (unsigned char *)&j;
  for (int k = 0; k < 8; k++) {
    p[k] += q[k];
    q[k] = p[k] - q[k];
    p[k] -= q[k];
  }
  *i = 1;              //@ not i: y //@ breaks integers=words preset=c preset=auto
  union { double number; int *pointer; } plain = {.pointer = &x}, negative, again;
  negative.number = -plain.number;
  again.number = -negative.number;
  int *k = again.pointer;
  *k = 1;              //@ not k: x //@ breaks integers=words preset=c preset=auto
  double kept_as_double = (double)(uintptr_t)&y;
  int *l = (int *)(uintptr_t)kept_as_double;
  *l = 1;              //@ not l: y //@ breaks integers=words preset=c preset=auto
  *j = 1;              //@ not j: x //@ breaks integers=words preset=c preset=auto
  assert(a == &x && b == &x && c == &y && d == &x && e == &y && f == &y);
  assert(g == &y && h == &y && i == &y && j == &x && k == &x && l == &y);
  return 0;
}
