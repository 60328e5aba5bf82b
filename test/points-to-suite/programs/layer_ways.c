// Ways of a pointer to a function from one member to another that do not name the member: addresses that are chosen,
// indexed casts, steps by bytes out of a structure, functions of the library that copy, other types, numbers.
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <string.h>
typedef int (*fn)(int);
static int decoy(int x) { return x + 9; }
static fn table[4] = {decoy, decoy, decoy, decoy}, *keep = table;

struct first { int n; fn list[4]; };
struct second { long k; fn list[4]; };
static int chosen(int x) { return x + 1; }
static void choose(int one) {
  struct first s;
  struct second t;
  s.list[0] = t.list[0] = decoy;
  (one > 1 ? s.list : t.list)[1] = chosen;
  assert(t.list[1](1) == 2);                  //@ may-callees: chosen
  assert((one > 1 ? s.list : t.list)[1](2) == 3);  //@ may-callees: chosen
}

struct configuration { fn handlers[4]; int n; } configuration;
struct option { const char *name; void *place; } options[] = {{"handlers", &configuration.handlers}};
static int configured(int x) { return x + 2; }
static void configure(int one) {
  configuration.handlers[0] = decoy;
  ((fn *)options[one - 1].place)[1] = configured;
  assert(configuration.handlers[1](1) == 3);  //@ may-callees: configured
}

struct listed { fn list[2]; int n; };
static int indexed(int x) { return x + 3; }
static int by_address(void *p) {
  return ((fn *)p)[1](1);                     //@ may-callees: indexed
}

struct link { struct link *next; fn of_link; };
struct outer { int k; fn of_outer; struct link link; } outer;
struct node { fn of_node; struct node *next; };
struct element { fn of_element; int k; struct node node; } element;
static struct link *links;
static struct node *nodes;
static int around(int x) { return x + 4; }
static int contains(int x) { return x + 5; }
static void steps(void) {
  outer.of_outer = around;
  outer.link.of_link = decoy;
  links = &outer.link;
  struct link *l = links;
  assert((*(fn *)((char *)l - 8))(1) == 5);   //@ may-callees: around
  element.of_element = contains;
  element.node.of_node = decoy;
  nodes = &element.node;
  struct node *n = nodes;
  assert(((struct element *)((char *)n - 16))->of_element(1) == 6);  //@ may-callees: contains
}

static int copied(int x) { return x + 6; }
static void copy(void) {
  struct listed s;
  fn local[2];
  memset(&s, 1, sizeof s);
  s.list[1] = copied;
  memccpy(local, s.list, 255, sizeof local);
  assert(local[1](1) == 7);                   //@ may-callees: copied
}

struct a { int a; };
struct b { long b; };
typedef int (*with_a)(struct a *);
typedef int (*with_b)(struct b *);
static int of_a(struct a *x) { return x->a; }
static int of_b(struct b *x) { return (int)x->b; }
static struct slot { int kind; with_a f; } slots[2];
static struct slot constant[2] = {{0, of_a}, {1, (with_a)of_b}};
static void back(void) {
  struct a a = {1};
  struct b b = {2};
  slots[0].f = of_a;
  slots[1].kind = 1;
  slots[1].f = (with_a)of_b;
  for (int i = 0; i != 2; ++i) {
    int n = slots[i].kind ? ((with_b)slots[i].f)(&b)  //@ may-callees: of_b
                          : slots[i].f(&a);           //@ may-callees: of_a
    int m = constant[i].kind ? ((with_b)constant[i].f)(&b)  //@ may-callees: of_b
                             : constant[i].f(&a);           //@ may-callees: of_a
    assert(n == i + 1 && m == n);
  }
}

static struct timer { fn f; int k; } timers[2];
static int as_number(int x) { return x + 7; }
static void start(struct timer *t, uintptr_t f) { t->f = (fn)f; }

union entry { struct { long n; fn in_struct; } s; fn alone; };
static union entry stack[4], *top = stack;
static int pushed(int x) { return x + 8; }
static void push(int at, fn f) { top[at].alone = f; }

int main(int argc, char **argv) {
  stack[3].alone = decoy;
  push(argc - 1, pushed);
  assert(stack[0].alone(1) == 9);             //@ may-callees: pushed
  assert(keep[argc](1) == 10);
  choose(argc);
  configure(argc);
  struct listed s;
  s.list[1] = indexed;
  assert(by_address(&s) == 4 && by_address(keep) == 10);
  steps();
  copy();
  back();
  timers[0].f = decoy;
  start(&timers[argc], (uintptr_t)as_number);
  assert(timers[argc].f(1) == 8);             //@ may-callees: as_number
  return 0;
}
