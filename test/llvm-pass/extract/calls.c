// Direct and indirect calls, variable arguments, callbacks through tables; arguments in excess are dropped.
// RUN: %mem2reg | %pta | FileCheck %s
// RUN: %O0 | %pta | FileCheck %s
#include <stdarg.h>
int a, b, c;
struct ops { int *(*get)(int *); void (*set)(int **, int *); };
static int *same(int *p) { return p; }
static int *other(int *p) { return &c; }
static void put(int **to, int *what) { *to = what; }
static const struct ops table[] = {{same, put}, {other, put}};
int *r1, *r2, *r3, *r4, *r5, *r6, *r7;
// Direct: context-insensitive.
// CHECK-DAG: r1 (calls.c:[[#@LINE-2]]) -> { a, b }
// Through the table: both functions.
// CHECK-DAG: r2 (calls.c:[[#@LINE-4]]) -> { a, b, c }
// CHECK-DAG: r3 (calls.c:[[#@LINE-5]]) -> { b }

// Everything in the variable part may be any of the others.
static int *pick(int n, ...) {
  va_list ap, aq;
  va_start(ap, n);
  va_copy(aq, ap);
  int *p = va_arg(aq, int *);
  r5 = va_arg(ap, int *);
  va_end(ap);
  return p;
}
static int *forward(int n, va_list ap) { return va_arg(ap, int *); }
static int *outer(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int *p = forward(n, ap);
  va_end(ap);
  return p;
}
// CHECK-DAG: r4 (calls.c:11) -> { a, b }
// CHECK-DAG: r5 (calls.c:11) -> { a, b }
// CHECK-DAG: r6 (calls.c:11) -> { b, c }
// By pointer: the named parameter of pick is a number, what follows is variable.
int *(*indirect)(int, ...) = outer;

// A struct by value among the variable arguments.
struct three { int *p; int *q; int *r; };
static int *structs(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct three t = va_arg(ap, struct three);
  va_end(ap);
  return t.q;
}
// CHECK-DAG: r7 (calls.c:11) -> { {{.*}}a, b, c{{.*}} }

int main(int argc, char **argv) {
  r1 = same(&a);
  r1 = same(&b);
  r2 = table[argc].get(&a);
  table[argc].set(&r3, &b);
  r4 = pick(2, &a, &b);
  r6 = outer(1, &b);
  r6 = indirect(1, &c);
  struct three t = {&a, &b, &c};
  r7 = structs(1, t);
  // More arguments than it takes.
  ((void (*)(int *, int *, int *))same)(&a, &b, &c);
  return 0;
}
