// Members that hold functions, written and read through pointers of other types: void *, pointers to the member's type,
// numbers, and copies of bytes.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef int (*fn)(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
static void *same(void *p) { return p; }
static void set(fn *slot, fn value) { *slot = value; }
static int run(fn *slot) {
  return (*slot)(); //@ may-callees: f, g
}
// A variable of the member's type holds what was a pointer to void.
struct a { fn first; int x; };
static int through_variables(void) {
  struct a *s = malloc(sizeof *s);
  s->first = g;
  fn *r = same(&s->first);
  *r = f;
  return s->first(); //@ may-callees: f
}
// A table of options.
struct b { fn first; int x; };
struct option { const char *name; int type; void *at; };
static void set_option(struct option *o, fn v) {
  fn *p = o->at;
  *p = v;
}
static int options(void) {
  struct b *s = malloc(sizeof *s);
  s->first = g;
  struct option o[] = {{"a", 1, &s->first}, {"b", 2, &s->x}};
  set_option(&o[0], f);
  return s->first(); //@ may-callees: f
}
// A structure becomes untyped, and then its first member.
struct c { fn first; int x; };
static void *as_any(struct c *s) { return s; }
static int first_members(void) {
  struct c *s = malloc(sizeof *s);
  s->first = g;
  set(as_any(s), f);
  return s->first(); //@ may-callees: f
}
struct d { fn first; int x; };
static int by_two_variables(void) {
  struct d *s = malloc(sizeof *s);
  s->first = g;
  void *v = s;
  set(v, f);
  return s->first(); //@ may-callees: f
}
struct e { fn first; int x; };
static void *kept;
static int by_globals(void) {
  struct e *s = malloc(sizeof *s);
  s->first = g;
  kept = s;
  set(kept, f);
  return s->first(); //@ may-callees: f
}
union u { fn first; long n; };
static int by_unions(void) {
  union u *s = malloc(sizeof *s);
  s->first = g;
  kept = s;
  set(kept, f);
  return s->first(); //@ may-callees: f
}
struct t { fn first; int x; };
static void *start(void *argument) { return run(argument) == 1 ? argument : 0; }
static int by_threads(void) {
  struct t *s = malloc(sizeof *s);
  s->first = f;
  pthread_t thread;
  void *result = 0;
  pthread_create(&thread, 0, start, s);
  pthread_join(thread, &result);
  return result == s;
}
// Copies of the first member, and of unions.
struct h { fn first; int x; };
static void put(struct h *s, const void *from) { memcpy(&s->first, from, sizeof s->first); }
static int copied_to(void) {
  struct h *s = malloc(sizeof *s);
  s->first = g;
  fn x = f;
  put(s, &x);
  return s->first(); //@ may-callees: f
}
struct i { fn first; int x; };
static void get(struct i *s, void *to) { memcpy(to, &s->first, sizeof s->first); }
static int copied_from(void) {
  struct i *s = malloc(sizeof *s);
  s->first = f;
  fn x = g;
  get(s, &x);
  return x(); //@ may-callees: f
}
union v { fn first; long n; };
static void assign(union v *to, const void *from, size_t n) { memcpy(to, from, n); }
static int copied_to_union(void) {
  union v *s = malloc(sizeof *s);
  s->first = g;
  fn x = f;
  assign(s, &x, sizeof x);
  return s->first(); //@ may-callees: f
}
struct j { fn first; int x; };
struct k { int x; fn second; };
static void swap(void *a, void *b, size_t n) {
  char t[16];
  memcpy(t, a, n), memcpy(a, b, n), memcpy(b, t, n);
}
static int swapped(void) {
  struct j *s = malloc(sizeof *s);
  struct k *t = malloc(sizeof *t);
  s->first = f;
  t->second = g;
  swap(&s->first, &t->second, sizeof(fn));
  return t->second(); //@ may-callees: f
}
struct l { fn first; int x; };
static void by_bytes(void *to, const void *from, size_t n) {
  char *p = to;
  const char *q = from;
  while (n--) *p++ = *q++;
}
static int copied_by_bytes(void) {
  struct l *s = malloc(sizeof *s);
  s->first = g;
  fn x = f;
  by_bytes(&s->first, &x, sizeof x);
  return s->first(); //@ may-callees: f
}
struct m { fn first; int x; };
static int by_numbers(void) {
  struct m *s = malloc(sizeof *s);
  s->first = f;
  uintptr_t n = (uintptr_t)&s->first;
  return run((fn *)n);
}
struct n { fn first; int x; };
struct vector { size_t count, capacity, each; char *data; };
static void push(struct vector *v, const void *e) {
  if (v->count == v->capacity) v->data = realloc(v->data, (v->capacity = v->capacity * 2 + 4) * v->each);
  memcpy(v->data + v->count++ * v->each, e, v->each);
}
static void pop(struct vector *v, void *e) { memcpy(e, v->data + --v->count * v->each, v->each); }
static int by_vectors(void) {
  struct vector v = {0, 0, sizeof(fn), 0};
  struct n *s = malloc(sizeof *s);
  s->first = f;
  push(&v, &s->first);
  fn t = g;
  pop(&v, &t);
  return t(); //@ may-callees: f
}
// Through memory of no type: out of a copy of a structure; and an array that becomes a structure.
struct o { long x; fn second; };
static void take(fn *to, const void *from) { memcpy(to, (const char *)from + 8, sizeof *to); }
static int through_buffers(void) {
  struct o *s = malloc(sizeof *s);
  s->second = f;
  void *buffer = malloc(64);
  memcpy(buffer, s, sizeof *s);
  fn x = g;
  take(&x, buffer);
  return x(); //@ may-callees: f
}
struct p { fn first; };
static int from_arrays(void) {
  fn table[1] = {f};
  struct p s = {g};
  memcpy(&s, table, sizeof s);
  return s.first(); //@ may-callees: f
}
// Classes in C: tables of functions of the derived class, called through the base.
struct shape { const struct shape_table *table; };
struct shape_table { int (*area)(struct shape *); };
struct circle { const struct circle_table *table; int radius; };
struct circle_table { int (*area)(struct circle *); };
static int circle_area(struct circle *c) { return c->radius; }
static const struct circle_table circles = {circle_area};
static int area(struct shape *s) {
  return s->table->area(s); //@ may-callees: circle_area
}
static int shape_area(struct shape *s) { return s != 0; }
static const struct shape_table shapes = {shape_area};
static int classes(void) {
  struct shape *base = malloc(sizeof *base);
  base->table = &shapes;
  if (area(base) != 1) return 0;
  struct circle *c = malloc(sizeof *c);
  c->table = &circles;
  c->radius = 1;
  return area((struct shape *)c);
}
int main(void) {
  fn x = g;
  assert(run(&x) == 2);
  assert(through_variables() == 1 && options() == 1 && first_members() == 1 && by_two_variables() == 1);
  assert(by_globals() == 1 && by_unions() == 1 && by_threads() == 1);
  assert(copied_to() == 1 && copied_from() == 1 && copied_to_union() == 1 && swapped() == 1 && copied_by_bytes() == 1);
  assert(by_numbers() == 1 && by_vectors() == 1 && classes() == 1);
  assert(through_buffers() == 1 && from_arrays() == 1);
  return 0;
}
