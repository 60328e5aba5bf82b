// wrappers: which functions that return fresh memory are allocation sites where they are called.
// RUN: %O0 > %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;wrappers=constructors>' -disable-output %t.bc | FileCheck %s --check-prefix=EACH
// RUN: %opt -passes='print<amorph-pta><preset=strict;world=closed;wrappers=constructors>' -disable-output %t.bc | FileCheck %s --check-prefix=EACH
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed>' -disable-output %t.bc | FileCheck %s --check-prefix=ON
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;wrappers=off>' -disable-output %t.bc | FileCheck %s --check-prefix=OFF
#include <stdlib.h>
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
struct node { int *value; struct node *next, *peer; long n; };
struct node *all;
int ready;
// Fills what it allocates from its arguments, and keeps it.
static struct node *new_node(int *value, struct node *next) {
  struct node *n = xmalloc(sizeof *n);
  n->value = value;
  n->next = next;
  n->peer = all;
  all = n;
  return n;
}
// Around a constructor: no site of its own.
static struct node *wrapped(int *value) { return new_node(value, 0); }
// A parameter that is changed is not what the caller gave.
static struct node *either(int *value, int *other) {
  struct node *n = xmalloc(sizeof *n);
  if (ready)
    value = other;
  n->value = value;
  return n;
}

int a, b, c, d;
int *plain1, *plain2;
struct node *one, *two, *three, *four, *five, *by_pointer;
int *of_one, *of_two, *of_three, *of_five, *of_all, *of_by_pointer;
struct node *(*maker)(int *, struct node *) = new_node;

int main(void) {
  one = new_node(&a, 0);
  two = new_node(&b, one);
  three = wrapped(&c);
  four = wrapped(&d);
  by_pointer = maker(&d, two);
  five = either(&a, &b);
  of_one = one->value;
  of_two = two->value;
  of_three = three->value;
  of_five = five->value;
  of_all = all->value;
  of_by_pointer = by_pointer->value;
  plain1 = xmalloc(4);
  plain2 = xmalloc(4);
  return 0;
}
// EACH-DAG: one {{.*}} -> { new_node@constructors.c:[[#@LINE-16]] }
// EACH-DAG: two {{.*}} -> { new_node@constructors.c:[[#@LINE-16]] }
// ON-DAG: one {{.*}} -> { xmalloc@constructors.c:14 }
// ON-DAG: two {{.*}} -> { xmalloc@constructors.c:14 }
// OFF-DAG: one {{.*}} -> { malloc@constructors.c:8 }
// EACH-DAG: of_one {{.*}} -> { a }
// EACH-DAG: of_two {{.*}} -> { b }
// ON-DAG: of_one {{.*}} -> { a, b, c, d }
// EACH-DAG: new_node@constructors.c:[[#@LINE-23]].next -> { new_node@constructors.c:[[#@LINE-24]] }
// What the constructor does with all that it made: whoever reads there gets any.
// EACH-DAG: of_all {{.*}} -> { a, b, c, d }
// EACH-DAG: all {{.*}} -> { xmalloc@constructors.c:14, {{(new_node@constructors.c:[0-9]+(, )?)+}} }
// EACH-DAG: three {{.*}} -> { new_node@constructors.c:22 }
// EACH-DAG: four {{.*}} -> { new_node@constructors.c:22 }
// EACH-DAG: of_three {{.*}} -> { c, d }
// EACH-DAG: of_five {{.*}} -> { a, b }
// ON-DAG: of_five {{.*}} -> { a, b }
// EACH-DAG: by_pointer {{.*}} -> { xmalloc@constructors.c:14 }
// EACH-DAG: of_by_pointer {{.*}} -> { {{.*}}d }
// EACH-DAG: plain1 {{.*}} -> { xmalloc@constructors.c:[[#@LINE-23]] }
// ON-DAG: plain1 {{.*}} -> { xmalloc@constructors.c:[[#@LINE-24]] }
// OFF-DAG: plain1 {{.*}} -> { malloc@constructors.c:8 }
