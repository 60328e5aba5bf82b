// Function pointers in members of structures that are reached by variable indices, through pointers to the members, and
// by copies: the layers of types must see each of these ways.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
typedef int (*fn)(void);
static int a(void) { return 1; }
static int b(void) { return 2; }
static int c(void) { return 3; }
static int d(void) { return 4; }
static int e(void) { return 5; }
static int f(void) { return 6; }
static int g(void) { return 7; }
static int h(void) { return 8; }
static int other(void) { return 9; }

struct table { int n; fn f[2]; };
static struct table keys = {2, {a, b}};
static struct { int n; struct table in[2]; } nested = {1, {{0, {0, 0}}, {0, {0, c}}}};
struct flexible { int n; fn f[]; };
static struct flexible open_ended = {2, {0, d}};
struct ended { fn f[2]; int n; };
static struct ended last = {{0, e}, 0};
struct plain { int n; fn hook; };
static struct plain unrelated = {0, other};

struct first { fn hook; int n; };
static struct first by_address, by_copy;
static struct second { fn hook; int n; } initialised;
static fn *const slot = &initialised.hook;
static void set(fn *to, fn value) { *to = value; }
static void set_any(void *to, fn value) { *(fn *)to = value; }
static int run(fn *from) { return (*from)(); }
struct pair { fn x, y; };
static void swap(fn *p, fn *q) {
  fn t = *p;
  *p = *q;
  *q = t;
}
struct one { fn f; long n; };
struct two { fn f; long n; };
static int run_one(struct one *p) { return p->f(); } //@ may-callees: g, h
static union { struct one one; struct two two; } either;
static void set_two(struct two *p, fn value) { p->f = value; }
static _Atomic(fn) hook = h;

int main(int argc, char **argv) {
  assert(keys.f[argc]() == 2); //@ callees: a, b
  assert(nested.in[argc].f[argc]() == 3); //@ callees: c
  assert(open_ended.f[argc]() == 4); //@ may-callees: d
  fn *end = &last.f[2];
  assert(end[-argc]() == 5); //@ may-callees: e
  assert(unrelated.hook() == 9); //@ may-callees: other
  set(&by_address.hook, f);
  assert(by_address.hook() == 6); //@ may-callees: f
  *slot = g;
  assert(initialised.hook() == 7); //@ may-callees: g
  fn local = h;
  memcpy(&by_copy.hook, &local, sizeof local);
  assert(by_copy.hook() == 8); //@ may-callees: h
  struct pair both = {a, b};
  swap(&both.x, &both.y);
  assert(both.x() == 2); //@ may-callees: b
  fn *heap = malloc(sizeof *heap);
  set_any(heap, c);
  assert(run(heap) == 3);
  struct two other_type = {g, 0};
  assert(run_one((struct one *)&other_type) == 7);
  set_two(&either.two, h);
  assert(run_one(&either.one) == 8);
  fn loaded = atomic_load(&hook);
  assert(loaded() == 8); //@ callees: h
  return 0;
}
