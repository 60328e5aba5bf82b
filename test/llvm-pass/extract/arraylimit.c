// array-limit: constant indices of small arrays are told apart; any other index may be each of them.
// RUN: %O0 > %t.bc
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;array-limit=4>' -disable-output %t.bc | FileCheck %s --check-prefixes=CHECK,APART
// RUN: %opt -passes='function(mem2reg),print<amorph-pta><preset=strict;world=closed;array-limit=3>' -disable-output %t.bc | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: %O2 | %opt -passes='print<amorph-pta><preset=strict;world=closed;array-limit=4>' -disable-output | FileCheck %s --check-prefix=O2
int a, b, c, d;
static void f(void) {}
static void g(void) {}
static void h(void) {}
static void k(void) {}
void (*table[4])(void) = {f, g, h, k};
void (*second)(void), (*any)(void);
// Behind a pointer: a constant index of an unknown array is any.
void (**moved)(void), (*third)(void);

// Elements that are structures: apart where all indices are constants; else fields would be mixed up.
struct entry { int *p, *q; };
struct entry fixed[2] = {{&a, &b}, {&c, &d}};
struct entry loose[2] = {{&a, &b}, {&c, &d}};
int *of_fixed, *of_loose, *any_q;
// In memory, copied, from the stack.
int *of_copy, *of_local;
int *copy[4];

int main(int argc, char **argv) {
  second = table[1];
  any = table[argc];
  moved = table;
  if (argc > 2)
    moved = &table[2];
  third = moved[1];
  of_fixed = fixed[1].p;
  of_loose = loose[1].p;
  any_q = loose[argc & 1].q;
  int *local[4] = {&a, &b, &c, &d};
  of_local = local[2];
  __builtin_memcpy(copy, local, sizeof copy);
  of_copy = copy[3];
  return 0;
}
// APART-DAG: table[0] (arraylimit.c:11) -> { f }
// APART-DAG: table[3] (arraylimit.c:11) -> { k }
// APART-DAG: second {{.*}} -> { g }
// ONE-DAG: second {{.*}} -> { f, g, h, k }
// CHECK-DAG: any {{.*}} -> { f, g, h, k }
// APART-DAG: moved {{.*}} -> { table, table[2] }
// CHECK-DAG: third {{.*}} -> { f, g, h, k }
// CHECK-DAG: of_fixed {{.*}} -> { c }
// CHECK-DAG: fixed[1].q {{.*}} -> { d }
// CHECK-DAG: of_loose {{.*}} -> { a, c }
// CHECK-DAG: any_q {{.*}} -> { b, d }
// APART-DAG: of_local {{.*}} -> { c }
// APART-DAG: of_copy {{.*}} -> { d }
// ONE-DAG: of_copy {{.*}} -> { a, b, c, d }
// O2-DAG: any {{.*}} -> { f, g, h, k }
// O2-DAG: any_q {{.*}} -> { b, d }
